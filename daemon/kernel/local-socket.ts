import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'

/** What a request over the socket has as its `Host`. */
export const localHost = 'localhost'

/** How many bytes the path of a socket may have, by platform: less than what `sun_path` holds, since a zero ends it. */
const maxPathBytes: Partial<Record<NodeJS.Platform, number>> = { linux: 107 }
const defaultMaxPathBytes = 103

interface Place {
  readonly platform: NodeJS.Platform
  /** Folders of this user for what lives as long as a process, the best one first; those that are undefined are passed over. */
  readonly temporary: readonly (string | undefined)[]
}

/**
 * Where the daemon of a home listens for the programs of its machine: at `daemon.sock` in the home, in a folder of its own
 * elsewhere where that path is too long for the system, or on Windows at a named pipe.
 */
export function localSocketPath(home: string, { platform, temporary }: Place): string {
  const name = `companion-${hash('sha256', resolve(home)).slice(0, 16)}`
  if (platform === 'win32') return `\\\\.\\pipe\\${name}`
  const own = posix.join(home, 'daemon.sock')
  if (Buffer.byteLength(own) <= (maxPathBytes[platform] ?? defaultMaxPathBytes)) return own
  const folder = temporary.find((one) => one !== undefined && one !== '') ?? '/tmp'
  return join(folder, name, 'daemon.sock')
}

/** Whether a path names a pipe of Windows, whose owner cannot be seen. */
export function isPipe(path: string): boolean {
  return path.startsWith('\\\\.\\pipe\\')
}

/**
 * Whether a file or folder is that of `owner`, this user unless another is named, and nobody else may do anything with it;
 * false where there is none.
 */
export function isPrivate(path: string, owner = process.getuid?.()): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && stats.uid === owner && (stats.mode & 0o077) === 0
}
