import { type BackupPlace, parseLocation } from '../../../kernel/offline/backup-location.ts'
import { openFolderStore } from './folder-store.ts'
import { type ObjectStore, StoreProblem } from './object-store.ts'

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
    return remembering(openWebdavStore(parsed.url, credentials, landmark))
  }
  const { openS3Store } = await import('./s3-store.ts')
  return remembering(openS3Store(parsed, credentials, landmark))
}

/** Reads each list of pieces across a network once, however often it is asked for. */
function remembering(store: ObjectStore): ObjectStore {
  const known = new Map<string, Buffer>()
  return {
    ...store,
    get: async (name) => {
      if (!name.startsWith('snapshots/')) return store.get(name)
      const found = known.get(name) ?? (await store.get(name))
      if (found) known.set(name, found)
      return found
    },
    put: async (name, bytes) => {
      known.delete(name)
      await store.put(name, bytes)
    },
    remove: async (name) => {
      known.delete(name)
      await store.remove(name)
    },
  }
}
