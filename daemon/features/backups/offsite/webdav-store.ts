import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { AuthType, createClient, type FileStat, type WebDAVClient } from 'webdav'
import type { StorageCredentials } from '../../../kernel/offline/backup-location.ts'
import { areas, type ObjectStore, StoreProblem, type StoredObject, unfinished } from './object-store.ts'

/** How long an answer may take, in milliseconds. */
const timeoutMs = 60_000
/** How many folders are listed at a time. */
const listedAtOnce = 6

const statusOf = (error: unknown) => (error as { status?: number }).status ?? null
const isMissing = (error: unknown) => statusOf(error) === 404

const limit = () => ({ signal: AbortSignal.timeout(timeoutMs) })

/** Files and folders of a server, by their names from the address on. */
function openFiles(client: WebDAVClient) {
  const listed = (folder: string) => client.getDirectoryContents(`/${folder}`, limit())
  const makeFolder = async (name: string) => {
    try {
      await client.createDirectory(`/${name}`, limit())
    } catch (error) {
      // 405: there is one already.
      if (statusOf(error) !== 405) throw error
    }
  }
  /** Puts a file; makes the folder that it lies in, but none above it. */
  const putFile = async (name: string, bytes: Uint8Array) => {
    const put = () => client.putFileContents(`/${name}`, Buffer.from(bytes), limit())
    try {
      await put()
    } catch (error) {
      // 409: the folder is missing (404, some say).
      if (statusOf(error) !== 409 && !isMissing(error)) throw error
      await makeFolder(name.slice(0, name.lastIndexOf('/')))
      await put()
    }
  }
  const remove = async (name: string) => {
    try {
      await client.deleteFile(`/${name}`, limit())
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  /** All files below a folder; many servers refuse to be asked for that in one. */
  const filesIn = async (area: string): Promise<StoredObject[]> => {
    const objectsOf = (folder: string, files: readonly FileStat[]) =>
      files
        .filter(({ type }) => type === 'file')
        .map(({ basename, size }) => ({ name: `${folder}/${basename}`, bytes: size }))
    const top = await listed(area)
    const atOnce = pLimit(listedAtOnce)
    const folders = top.filter(({ type, basename }) => type === 'directory' && basename !== area)
    const below = await Promise.all(
      folders.map(({ basename }) =>
        atOnce(async () => objectsOf(`${area}/${basename}`, await listed(`${area}/${basename}`))),
      ),
    )
    return [...objectsOf(area, top), ...below.flat()]
  }

  return { listed, makeFolder, putFile, remove, filesIn }
}

/**
 * The store in a folder of a WebDAV server (RFC 4918). `landmark` is the name of an object that is always there: where it is
 * not, the place is away. Null for one that may be none yet.
 */
export function openWebdavStore(
  url: string,
  credentials: StorageCredentials | null,
  landmark: string | null,
): ObjectStore {
  const client = createClient(url, {
    authType: credentials === null ? AuthType.None : AuthType.Auto,
    ...(credentials && { username: credentials.user, password: credentials.password }),
  })
  const { listed, makeFolder, putFile, remove, filesIn } = openFiles(client)
  const assertThere = async () => {
    if (landmark !== null) await client.stat(`/${landmark}`, limit())
  }

  return {
    remote: true,
    prepare: (made) =>
      guarded(async () => {
        // Where there is one already, some servers answer neither with success nor with 405.
        await makeFolder('').catch(() => {})
        await listed('')
        for (const area of made) await makeFolder(area)
      }),
    put: (name, bytes) =>
      guarded(async () => {
        const part = `${name}.${randomUUID()}${unfinished}`
        try {
          await putFile(part, bytes)
          await client.moveFile(`/${part}`, `/${name}`, limit())
        } catch (error) {
          await remove(part).catch(() => {})
          throw error
        }
      }),
    get: (name) =>
      guarded(async () => {
        try {
          return Buffer.from((await client.getFileContents(`/${name}`, limit())) as Buffer)
        } catch (error) {
          if (!isMissing(error)) throw error
          await assertThere()
          return null
        }
      }),
    list: (area) =>
      guarded(async () => {
        const files = await filesIn(area)
        return files
          .filter(({ name }) => !name.endsWith(unfinished))
          .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      }),
    remove: (name) => guarded(() => remove(name)),
    tidy: () =>
      guarded(async () => {
        for (const area of areas)
          for (const { name } of await filesIn(area)) if (name.endsWith(unfinished)) await remove(name)
      }),
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StoreProblem ? error : new StoreProblem(troubleOf(error), error)
  }
}

function troubleOf(error: unknown) {
  const status = statusOf(error)
  if (status === 401 || status === 403) return 'denied'
  // 413 and 507: more than there is room for.
  if (status === 413 || status === 507) return 'full'
  // Without a status there was no answer; a folder that is missing, and what stands before a server, say that it is away.
  return status === null || [404, 409, 502, 503, 504].includes(status) ? 'away' : 'failed'
}
