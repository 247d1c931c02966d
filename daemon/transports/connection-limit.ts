import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'

/** How many files the daemon opens for itself at most: the database in several threads, models, backups, logs. */
const ownFiles = 256

/** How many connections may be open at once where a process may have so many files open; half of them where those are few. */
export const maxConnections = (openFiles: number): number =>
  Math.max(openFiles - ownFiles, Math.floor(openFiles / 2))

/** How many files this process may have open, infinity where nothing says it. */
export function maxOpenFiles(): number {
  try {
    const [, count] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return count === undefined ? Infinity : Number(count)
  } catch {
    return Infinity
  }
}

/**
 * Counts the connections of all listeners together. Those that are one too many are closed at once, so that there are
 * always files left for the database; they are told of once, until there is room again.
 */
export function openConnectionLimit(max: number, full: () => void): (socket: Socket) => boolean {
  let open = 0
  let told = false
  return (socket) => {
    if (open >= max) {
      if (!told) full()
      told = true
      socket.destroy()
      return false
    }
    open += 1
    socket.once('close', () => {
      open -= 1
      told = false
    })
    return true
  }
}
