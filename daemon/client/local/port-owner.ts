import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

export interface PortOwner {
  readonly pid: number
  readonly name: string
}

const run = promisify(execFile)
/** How long another program may take to tell, in milliseconds. */
const tellTimeoutMs = 5_000

/** Which program of this machine listens on a TCP port; null where that cannot be seen, as of another user's. */
export async function portOwner(port: number): Promise<PortOwner | null> {
  try {
    return process.platform === 'linux' ? await ownerOnLinux(port) : await ownerByLsof(port)
  } catch {
    return null
  }
}

/** The state of a socket that listens, as the kernel writes it. */
const listening = '0A'

async function ownerOnLinux(port: number): Promise<PortOwner | null> {
  const inodes = new Set<string>()
  for (const table of ['tcp', 'tcp6'])
    for (const line of (await readFile(`/proc/net/${table}`, 'utf8')).split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
      const [, hex = ''] = local.split(':')
      if (state === listening && Number.parseInt(hex, 16) === port) inodes.add(`socket:[${inode}]`)
    }
  if (inodes.size === 0) return null
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const folder = `/proc/${entry}/fd`
    // Those of other users, and those that have just ended, tell nothing.
    const descriptors = await readdir(folder).catch(() => [])
    for (const one of descriptors) {
      const target = await readlink(`${folder}/${one}`).catch(() => '')
      if (!inodes.has(target)) continue
      // Threads may be renamed, the command stays.
      const [command = ''] = (await readFile(`/proc/${entry}/cmdline`, 'utf8')).split('\0')
      return { pid: Number(entry), name: basename(command) }
    }
  }
  return null
}

/** By the program that macOS and many other systems have for it. */
async function ownerByLsof(port: number): Promise<PortOwner | null> {
  const args = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']
  const { stdout } = await run('lsof', args, { timeout: tellTimeoutMs })
  const [, pid] = /^p(\d+)$/m.exec(stdout) ?? []
  const [, name] = /^c(.+)$/m.exec(stdout) ?? []
  return pid && name ? { pid: Number(pid), name } : null
}
