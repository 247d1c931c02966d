import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { StorageCredentials } from '../../daemon/kernel/offline/backup-location.ts'
import { temporaryFolder } from './daemon.ts'
import { folderOnDisk } from './disk.ts'
import { soon } from './processes.ts'

const apache = '/usr/sbin/apache2'
const modules = '/usr/lib/apache2/modules'

/** Why no WebDAV server can be started here; false where one can. */
export const noWebdav = existsSync(join(modules, 'mod_dav_fs.so'))
  ? false
  : 'there is no apache2-bin on this machine'

/** A server of files on the loopback, and what it asks for. */
export interface StorageServer {
  /** As a destination of backups, with a place in it. */
  readonly locationOf: (name: string) => string
  readonly credentials: StorageCredentials
  /** Ends it; what it holds stays, for `start` to serve again at the same address. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  readonly remove: () => void
}

/** A free port below those that systems hand out: nobody is given it before a server has it, or while that is stopped. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Starts Apache with mod_dav, for one user. */
export async function startWebdav(): Promise<StorageServer> {
  // Whoever it serves as comes to no folder of the tests in memory.
  const folder = mkdtempSync(join(folderOnDisk(), 'companion-test-'))
  const port = await freePort()
  const credentials = { user: 'anna', password: `p-${port}-geheim` }
  const root = join(folder, 'root')
  mkdirSync(root, { recursive: true })
  // As root, Apache serves as nobody.
  for (const one of [folder, root]) chmodSync(one, 0o777)
  const sha = createHash('sha1').update(credentials.password).digest('base64')
  writeFileSync(join(folder, 'users'), `${credentials.user}:{SHA}${sha}\n`)
  const names = [
    'mpm_event',
    'authn_core',
    'authn_file',
    'authz_core',
    'authz_user',
    'auth_basic',
    'dav',
    'dav_fs',
  ]
  const config = join(folder, 'apache.conf')
  writeFileSync(
    config,
    `ServerRoot ${folder}
Listen 127.0.0.1:${port}
ServerName localhost
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
${names.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
DocumentRoot ${root}
DavLockDB ${folder}/locks
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
<Location />
  Dav On
  AuthType Basic
  AuthName storage
  AuthUserFile ${folder}/users
  Require valid-user
</Location>
`,
  )
  let running: ReturnType<typeof spawn> | null = null
  const start = async () => {
    running = spawn(apache, ['-X', '-f', config], { stdio: 'ignore' })
    await soon(() =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status === 401,
        () => null,
      ),
    )
  }
  await start()
  return {
    credentials,
    locationOf: (name) => `http://127.0.0.1:${port}/${name}`,
    start,
    stop: async () => {
      if (!running) return
      const ended = once(running, 'exit')
      running.kill('SIGKILL')
      await ended
      running = null
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Starts an S3-compatible server with one bucket. */
export async function startS3(): Promise<StorageServer> {
  const folder = temporaryFolder()
  const bucket = 'backups'
  const port = await freePort()
  const open = () =>
    new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: bucket }],
    })
  let server = open()
  await server.run()
  return {
    // The one key that it knows.
    credentials: { user: 'S3RVER', password: 'S3RVER' },
    locationOf: (name) => `s3+http://127.0.0.1:${port}/${bucket}/${name}`,
    start: async () => {
      server = open()
      await server.run()
    },
    stop: async () => {
      server.httpServer.closeAllConnections()
      await server.close()
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Mounts a file system of so many megabytes in a folder; null where this machine does not let it. */
export function mountSmall(folder: string, megabytes: number): { readonly unmount: () => void } | null {
  mkdirSync(folder, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  return { unmount: () => void spawnSync('umount', ['-l', folder]) }
}
