import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { temporaryFolder } from './daemon.ts'

/** Why no disk can be mounted here; false where one can. */
export const noMount =
  process.platform === 'linux' && process.getuid?.() === 0
    ? false
    : 'only root of Linux may mount a disk for a test'

/** The folder of the machine for what is temporary, on its disk: that of the tests may be in memory. */
export const folderOnDisk = (): string => process.env['COMPANION_TEST_DISK'] ?? tmpdir()

/** Has the temporary folders of a file be on the disk of the machine, where its tests say what a home is on. */
export function useDisk(): void {
  process.env['TMPDIR'] = folderOnDisk()
}

/** A disk of its own, in the memory of the machine, which goes after the test. */
export function smallDisk(t: Pick<TestContext, 'after'>, megabytes: number): string {
  const folder = temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder])
  t.after(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Makes room on a disk that `smallDisk` has made. */
export function enlarge(folder: string, megabytes: number): void {
  execFileSync('mount', ['-o', `remount,size=${megabytes}m`, folder])
}

/** Fills a disk to its last byte, with a file. */
export function fill(file: string): void {
  const descriptor = openSync(file, 'a')
  for (const size of [65_536, 4_096, 1])
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size))
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
    }
  closeSync(descriptor)
}

interface FailingDisk {
  readonly folder: string
  /** What Linux does where a disk gives errors: from now on it can only be read. */
  readonly fail: () => void
  /** Mounts it again; nobody may have a file of it open. */
  readonly mend: () => void
  /** Mounts it again so that it can only be read. */
  readonly lock: () => void
}

/** A disk in a file that Linux takes from writing as soon as it is said to give errors; null where there are no such disks. */
export function failingDisk(t: TestContext): FailingDisk | null {
  const folder = temporaryFolder()
  const image = join(temporaryFolder(), 'disk')
  writeFileSync(image, '')
  truncateSync(image, 32 * 2 ** 20)
  const mount = (options: string) =>
    execFileSync('mount', ['-t', 'ext4', '-o', `loop,errors=remount-ro,${options}`, image, folder], {
      stdio: 'pipe',
    })
  try {
    execFileSync('mkfs.ext4', ['-q', '-F', image], { stdio: 'pipe' })
    mount('rw')
  } catch {
    return null
  }
  const again = (options: string) => {
    execFileSync('umount', [folder])
    // Looks the disk over, as one does after errors; it answers 1 where it has mended something.
    execFileSync('sh', ['-c', 'e2fsck -fy "$0" || test $? -eq 1', image], { stdio: 'pipe' })
    mount(options)
  }
  t.after(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
    rmSync(image)
  })
  return {
    folder,
    fail: () => {
      const device = execFileSync('findmnt', ['-no', 'SOURCE', folder], { encoding: 'utf8' }).trim()
      writeFileSync(`/sys/fs/ext4/${device.replace('/dev/', '')}/trigger_fs_error`, 'tried\n')
    },
    mend: () => again('rw'),
    lock: () => again('ro'),
  }
}
