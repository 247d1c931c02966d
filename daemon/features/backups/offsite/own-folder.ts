import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, posix, type PlatformPath, sep, win32 } from 'node:path'

const listed = (text: string) => text.split(/\s+/)

/** Folders that belong to the system, with all in them: by the Filesystem Hierarchy Standard, and on macOS. */
const ofUnix = listed(
  `/bin /boot /dev /etc /lib /lib32 /lib64 /libx32 /proc /run /sbin /sys /usr /var /nix /snap /lost+found
   /System /Library /Applications /Network /cores /private`,
)
/** What lies in those and is for people: disks that were plugged in, homes, and what is temporary. */
const forPeople = listed(
  `/dev/shm /run/media /run/user /var/home /var/roothome /var/mnt /var/media /var/tmp
   /private/tmp /private/var/folders /private/var/tmp`,
)
/** The same on Windows, by the variables that say where they are. */
const ofWindows = listed('SystemRoot windir ProgramFiles ProgramFiles(x86) ProgramW6432 ProgramData')
/** Those that each of its disks may have. */
const ofEveryDisk = new Set(['$recycle.bin', 'system volume information', 'recovery', 'boot', 'perflogs'])

interface Place {
  /** The folder that is to hold backups; it need not be there yet. */
  readonly folder: string
  readonly home: string
}

/**
 * Why a folder can be no place of backups: it lies in the home or is that, or it is the system's or shared by everybody. Null
 * where it can. Follows links, and makes nothing to find out. Rejects where nothing of its path is there.
 */
export async function folderRefusal({ folder, home }: Place): Promise<'in_home' | 'of_system' | null> {
  const real = await realPath(folder)
  if (isInside(await realpath(home), real, sep === '/' ? posix : win32)) return 'in_home'
  return isOfSystem(real) || isOfSystem(folder) || (await isShared(real)) ? 'of_system' : null
}

/** Whether a path is one of the system's, or a whole disk. */
export function isOfSystem(
  path: string,
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): boolean {
  if (platform === 'win32') {
    const { root } = win32.parse(path)
    const [top = ''] = win32.relative(root, path).toLowerCase().split('\\')
    if (/^[a-z]:/i.test(root) && (top === '' || ofEveryDisk.has(top))) return true
    return ofWindows.flatMap((name) => environment[name] ?? []).some((one) => isInside(one, path, win32))
  }
  if (path === '/') return true
  const isIn = (folders: readonly string[]) =>
    folders.some((one) => one !== path && isInside(one, path, posix))
  return [...ofUnix, ...forPeople].includes(path) || (isIn(ofUnix) && !isIn(forPeople))
}

/** Whether everybody on this machine may write into a folder that is another's, as into `/tmp`. */
async function isShared(real: string): Promise<boolean> {
  if (process.platform === 'win32') return false
  const { mode, uid } = await stat(real).catch(() => ({ mode: 0, uid: process.getuid?.() }))
  const isSticky = (mode & 0o1000) !== 0
  return isSticky && uid !== process.getuid?.()
}

/** A path without links, also of what is not there yet. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (dirname(path) === path) throw error
    return join(await realPath(dirname(path)), basename(path))
  }
}

function isInside(folder: string, path: string, by: PlatformPath): boolean {
  const inside = by.relative(folder, path)
  return inside === '' || (!inside.startsWith('..') && !by.isAbsolute(inside))
}
