import { accessSync, constants, existsSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { type Home, isReadOnly, readIfThere } from '../../../kernel/home.ts'
import { homeKeyOf } from '../../../kernel/encryption/home-key.ts'
import { isPipe } from '../../../kernel/local-socket.ts'
import { filesystemOf } from '../../../store/filesystem.ts'
import { roomOf } from '../rules.ts'
import { type Check, fixCommand, type CheckFinding, isLockedHome, quoted, startCommand } from './look.ts'

/** Whether the home is there, whose it is, and whether it can be written to. */
export const checkHome: Check = ({ home: { path } }) => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return [{ level: 'warning', finding: 'home_missing', figures: { path }, command: startCommand }]
  if (!stats.isDirectory()) return [{ level: 'problem', finding: 'home_no_folder', figures: { path } }]
  const own = process.getuid?.()
  // Root may use anybody's.
  if (own !== undefined && own !== 0 && stats.uid !== own) {
    const command = `sudo chown -R "$(id -un)" ${quoted(path)}`
    return [{ level: 'problem', finding: 'home_of_another', figures: { owner: stats.uid }, command }]
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const command = code === 'EACCES' ? { command: `chmod u+rwx ${quoted(path)}` } : {}
    return [{ level: 'problem', finding: 'home_not_writable', figures: { reason: code }, ...command }]
  }
  return [{ level: 'ok', finding: 'home_fine' }]
}

/** Whether the home is encrypted, and this program can read it. */
export const checkEncryption: Check = ({ home }) => {
  if (isLockedHome(home)) {
    // Each asks for the passphrase; only a daemon that waits can be unlocked.
    const command = readIfThere(home.locked) === null ? startCommand : 'companion unlock'
    return [{ level: 'warning', finding: 'encryption_locked', command }]
  }
  return [{ level: 'ok', finding: homeKeyOf(home.path) === null ? 'encryption_off' : 'encryption_on' }]
}

/** What of a home is open to others than its owner. */
export interface OpenPath {
  readonly path: string
  readonly isFolder: boolean
}

/** The files of a home that hold secrets or what members said. */
function secretFiles(home: Home): string[] {
  const { auditKey, authority, cliSession, daemon, database, erasures, factorKey, localKey } = home
  const { offsiteKeys, offsiteState, pageKey, pinKey, receiptKey, setupCode, voiceKey, auditHead } = home
  const { homeKey, offsiteCredentials } = home
  const keys = [auditKey, authority, factorKey, localKey, offsiteKeys, pageKey, pinKey, receiptKey, voiceKey]
  const others = [
    homeKey,
    offsiteCredentials,
    auditHead,
    cliSession,
    daemon,
    erasures,
    offsiteState,
    setupCode,
  ]
  const ends = ['', '-wal', '-shm', '.mirror', '.mirror-log', '.sums']
  return [...keys, ...others, ...ends.map((end) => database + end)]
}

/** The files of the folders of a home that hold the same, and what lies in folders below. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )
}

const isOpen = ({ mode }: Pick<Stats, 'mode'>) => (mode & 0o077) !== 0

/** What of a home others could get into or read, the home itself first; none on Windows, which keeps that otherwise. */
export function openPaths(home: Home, platform = process.platform): OpenPath[] {
  if (platform === 'win32') return []
  const ownFolder = isPipe(home.socket) || dirname(home.socket) === home.path ? [] : [dirname(home.socket)]
  const { path, keys, logs, backups, imports, models, cache, damaged } = home
  const folders = [path, keys, logs, backups, imports, models, cache, damaged, ...ownFolder]
  const sockets = isPipe(home.socket) ? [] : [home.socket]
  const files = [
    ...secretFiles(home),
    ...sockets,
    ...[keys, logs, backups, damaged, imports].flatMap(filesIn),
  ]
  return [...folders, ...files].flatMap((one) => {
    const stats = lstatSync(one, { throwIfNoEntry: false })
    const isFolder = stats?.isDirectory() ?? false
    // What a link leads to is somebody's own business.
    const isKept = isFolder || stats?.isFile() || stats?.isSocket()
    return stats && isKept && isOpen(stats) ? [{ path: one, isFolder }] : []
  })
}

/** Whether nobody else can read what is in the home. */
export const checkRights: Check = ({ home }) => {
  if (process.platform === 'win32') return []
  const open = openPaths(home)
  const [first] = open
  if (!first) return [{ level: 'ok', finding: 'rights_fine' }]
  const fix = { command: fixCommand, fixable: true }
  if (first.path === home.path) return [{ level: 'problem', finding: 'rights_open_home', ...fix }]
  const name = relative(home.path, first.path) || basename(first.path)
  return [{ level: 'warning', finding: 'rights_open', figures: { count: open.length, first: name }, ...fix }]
}

const filesystemFindings = {
  local: { level: 'ok', finding: 'filesystem_fine' },
  network: { level: 'problem', finding: 'filesystem_network' },
  memory: { level: 'warning', finding: 'filesystem_memory' },
  no_rights: { level: 'problem', finding: 'filesystem_no_rights' },
} as const

/** What a file system, by its number, means for a home; nothing of one that is not known. */
export function judgeFilesystem(type: number): CheckFinding[] {
  const filesystem = filesystemOf(type)
  return filesystem
    ? [{ ...filesystemFindings[filesystem.kind], figures: { filesystem: filesystem.name } }]
    : []
}

/** On which file system the home is; other systems than Linux have other numbers. */
export const checkFilesystem: Check = async ({ home: { path } }) =>
  process.platform === 'linux' ? judgeFilesystem((await statfs(path)).type) : []

const bytesIn = (folder: string) => filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0)

export const checkDisk: Check = async ({ home }) => {
  const { bavail, blocks, bsize } = await statfs(home.path)
  const [free_bytes, total_bytes] = [bavail * bsize, blocks * bsize]
  if (isReadOnly(home.path)) {
    const command = `sudo mount -o remount,rw "$(findmnt -no TARGET -T ${quoted(home.path)})"`
    const mended = process.platform === 'linux' ? { command } : {}
    return [{ level: 'problem', finding: 'disk_read_only', ...mended }]
  }
  const room = roomOf(free_bytes)
  if (room === 'fine') return [{ level: 'ok', finding: 'disk_fine', figures: { free_bytes, total_bytes } }]
  return tooLittleRoom(room, {
    free_bytes,
    total_bytes,
    backups_bytes: bytesIn(home.backups),
    models_bytes: bytesIn(home.models),
  })
}

/** What is found of a disk with little room. */
export const tooLittleRoom = (room: 'scarce' | 'full', figures: Record<string, number>): CheckFinding[] => [
  {
    level: room === 'full' ? 'problem' : 'warning',
    finding: `disk_${room}`,
    figures,
    command: 'companion backups list',
    section: 'backups',
  },
]
