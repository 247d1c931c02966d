import { setTimeout as wait } from 'node:timers/promises'
import { type BackupPlace, parseLocation } from '../../../kernel/offline/backup-location.ts'
import { openFolderStore } from './folder-store.ts'
import { type ObjectStore, StoreProblem } from './object-store.ts'

/** Before each further attempt, in milliseconds. */
const pausesMs = [100, 500]

/**
 * Opens the store at a place. `landmark` is the name of an object that is always there, by which the place is known; null
 * where it may be none yet. Rejects with `StoreProblem` where the location is none.
 */
export async function openStore(
  { location, credentials }: BackupPlace,
  landmark: string | null,
): Promise<ObjectStore> {
  const parsed = parseLocation(location)
  if (parsed === null) throw new StoreProblem('away', new Error('the location is none'))
  if (parsed.kind === 'folder') return openFolderStore(parsed.folder, landmark)
  // Most households use neither.
  if (parsed.kind === 'webdav') {
    const { openWebdavStore } = await import('./webdav-store.ts')
    return remembering(retrying(openWebdavStore(parsed.url, credentials, landmark)))
  }
  const { openS3Store } = await import('./s3-store.ts')
  return remembering(retrying(openS3Store(parsed, credentials, landmark)))
}

/** Reads each list of pieces across a network once, however often it is asked for. */
function remembering(store: ObjectStore): ObjectStore {
  const cache = new Map<string, Buffer>()
  return {
    ...store,
    get: async (name) => {
      if (!name.startsWith('snapshots/')) return store.get(name)
      const content = cache.get(name) ?? (await store.get(name))
      if (content) cache.set(name, content)
      return content
    },
    put: async (name, bytes) => {
      cache.delete(name)
      await store.put(name, bytes)
    },
    remove: async (name) => {
      cache.delete(name)
      await store.remove(name)
    },
  }
}

/**
 * Tries again what a server did not answer: a connection that has rested while a key was computed, say, may be closed by
 * then. Each call does the same however often it is made.
 */
function retrying(store: ObjectStore): ObjectStore {
  const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
    for (const pause of pausesMs) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StoreProblem) || error.trouble !== 'away') throw error
        await wait(pause)
      }
    }
    return work()
  }
  return {
    remote: store.remote,
    prepare: (made) => patiently(() => store.prepare(made)),
    put: (name, bytes) => patiently(() => store.put(name, bytes)),
    get: (name) => patiently(() => store.get(name)),
    list: (area) => patiently(() => store.list(area)),
    remove: (name) => patiently(() => store.remove(name)),
    tidy: () => patiently(() => store.tidy()),
  }
}
