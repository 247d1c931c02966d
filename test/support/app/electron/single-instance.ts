import { once } from 'node:events'
import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** How long the first process may take to listen, in milliseconds. */
const timeoutMs = 5_000

export interface Claim {
  readonly first: boolean
  /** Lets go of the folder where it is the first; for others it resolves once their words have arrived. */
  readonly end: () => void | Promise<void>
}

/**
 * One process for a folder, as Chromium sees to it: a link that only one can make names that process, and a socket takes
 * the words of all others.
 */
export function claim(folder: string, words: readonly string[], onOther: (words: string[]) => void): Claim {
  mkdirSync(folder, { recursive: true })
  const [lock, socket] = [join(folder, 'SingletonLock'), join(folder, 'SingletonSocket')]
  for (;;) {
    try {
      symlinkSync(String(process.pid), lock)
      break
    } catch {
      const holder = holderOf(lock)
      if (holder !== null && runs(holder)) {
        const sent = sendWords(socket, words)
        return { first: false, end: () => sent }
      }
      rmSync(lock, { force: true })
    }
  }
  rmSync(socket, { force: true })
  const server = createServer((connection) => {
    let text = ''
    connection.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    connection.on('end', () => onOther(JSON.parse(text) as string[]))
  })
  server.listen(socket).unref()
  const end = () => {
    server.close()
    rmSync(lock, { force: true })
  }
  return { first: true, end }
}

async function sendWords(socket: string, words: readonly string[]): Promise<void> {
  for (let waited = 0; waited < timeoutMs; waited += 20) {
    const connection = connect(socket)
    try {
      await once(connection, 'connect')
      connection.end(JSON.stringify(words))
      await once(connection, 'close')
      return
    } catch {
      await wait(20)
    }
  }
  throw new Error('the first process did not listen')
}

function holderOf(lock: string): number | null {
  try {
    return Number(readlinkSync(lock))
  } catch {
    return null
  }
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
