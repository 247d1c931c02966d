import { randomUUID } from 'node:crypto'
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isDiskFull } from '../../../kernel/errors.ts'
import { areas, type ObjectStore, StoreProblem, type StoredObject, unfinished } from './object-store.ts'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
const noSuch = (error: unknown) => codeOf(error) === 'ENOENT'

/**
 * The store in a folder. `landmark` is the name of an object that is always there: where it is not, the disk is away, and
 * nothing is written to whatever lies in its place. Null for a folder that may be none yet.
 */
export function openFolderStore(folder: string, landmark: string | null): ObjectStore {
  const at = (name: string) => join(folder, ...name.split('/'))

  const assertThere = async () => {
    if (landmark !== null) await stat(at(landmark))
  }
  const isThere = async () => {
    try {
      await assertThere()
      return true
    } catch {
      return false
    }
  }
  const troubleOf = async (error: unknown): Promise<StoreProblem> => {
    if (error instanceof StoreProblem) return error
    if (isDiskFull(error)) return new StoreProblem('full', error)
    const there = await isThere()
    return new StoreProblem(there ? 'failed' : 'away', error)
  }
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw await troubleOf(error)
    }
  }

  /** The files below a folder of the store, as names in it; those in the middle of being written too. */
  const filesIn = async (area: string): Promise<string[]> => {
    const entries = await readdir(at(area), { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .toSorted()
  }

  return {
    remote: false,
    prepare: (made) =>
      guarded(async () => {
        await mkdir(folder).catch(() => {})
        if (!(await stat(folder)).isDirectory()) throw new Error('it is no folder')
        await access(folder, constants.R_OK | constants.W_OK)
        for (const area of made) await mkdir(at(area), { recursive: true, mode: 0o700 })
      }),
    put: (name, bytes) =>
      guarded(async () => {
        await assertThere()
        await putFile(at(name), bytes)
      }),
    get: (name) =>
      guarded(async () => {
        try {
          return await readFile(at(name))
        } catch (error) {
          if (!noSuch(error)) throw error
          // On a disk that is away everything seems to be missing.
          await assertThere()
          return null
        }
      }),
    list: (area) =>
      guarded(async () => {
        await assertThere()
        const names = (await filesIn(area)).filter((name) => !name.endsWith(unfinished))
        const sized: StoredObject[] = []
        for (const name of names) sized.push({ name, bytes: (await stat(at(name))).size })
        return sized
      }),
    remove: (name) => guarded(() => rm(at(name), { force: true })),
    tidy: () =>
      guarded(async () => {
        for (const area of areas)
          for (const name of await filesIn(area))
            if (name.endsWith(unfinished)) await rm(at(name), { force: true })
      }),
  }
}

/**
 * Writes a file whole or not at all; on the disk when this resolves. Makes the folder that it lies in, but none above it:
 * on a disk that is away there is none.
 */
async function putFile(file: string, bytes: Uint8Array | string): Promise<void> {
  const part = `${file}.${randomUUID()}${unfinished}`
  try {
    const handle = await open(part, 'w', 0o600).catch(async (error: unknown) => {
      if (!noSuch(error)) throw error
      await mkdir(dirname(file), { mode: 0o700 })
      return open(part, 'w', 0o600)
    })
    await written(handle, bytes)
    await rename(part, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

async function written(handle: FileHandle, bytes: Uint8Array | string): Promise<void> {
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Puts the names in a folder on the disk, where the file system knows how. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network disks cannot, and write names through.
    if (!['EINVAL', 'ENOTSUP', 'EPERM', 'ENOSYS'].includes(codeOf(error))) throw error
  } finally {
    await handle.close()
  }
}
