import { type BackupPlace, parseLocation } from '../../../kernel/offline/backup-location.ts'
import { makeWords } from '../../../kernel/encryption/words.ts'
import { type HouseholdKeys, makeKeys, sealKeys } from './household-keys.ts'
import { areas, type ObjectStore, StoreProblem } from './object-store.ts'
import { openStore } from './open-store.ts'
import { folderRefusal } from './own-folder.ts'
import { readme } from './readme.ts'

/** The object that is in every place that was set up: the public key of its household. */
export const landmark = 'recipient.txt'
export const sealedKeys = 'identity.age'

const readmeName = 'README.txt'

/**
 * Why a place cannot be set up: it cannot be written to, the server does not take the credentials, the folder lies in the
 * home or is the system's, or it holds something else.
 */
export type PlaceRefusal = 'unusable' | 'unreachable' | 'denied' | 'in_home' | 'of_system' | 'taken'

export interface SetUp {
  readonly keys: HouseholdKeys
  /** What opens it on any machine; kept nowhere. */
  readonly words: string
}

interface SetUpRequest {
  readonly place: BackupPlace
  readonly home: string
  /** The keys that the household has; null where it has none yet. */
  readonly keys: HouseholdKeys | null
}

/**
 * Makes a place one of the household's backups. One that is so already gets new words, and the old ones open it no more;
 * any other gets new keys.
 */
export async function setUpPlace({ place, home, keys }: SetUpRequest): Promise<SetUp | PlaceRefusal> {
  const location = parseLocation(place.location)
  if (location === null) return 'unusable'
  try {
    if (location.kind === 'folder') {
      const refusal = await folderRefusal({ folder: location.folder, home })
      if (refusal !== null) return refusal
    }
    const store = await openStore(place, null)
    await store.prepare([])
    const recipient = await recipientOf(store)
    const isOurs = recipient !== null && recipient === keys?.recipient
    if (!isOurs && (await holdsOther(store, recipient))) return 'taken'
    const used = isOurs ? keys : await makeKeys()
    const words = makeWords()
    await store.prepare(areas)
    await store.put(sealedKeys, await sealKeys(used, words))
    await store.put(landmark, Buffer.from(`${used.recipient}\n`))
    await store.put(readmeName, Buffer.from(readme))
    return { keys: used, words }
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error
    if (error.trouble === 'denied') return 'denied'
    return location.kind === 'folder' ? 'unusable' : 'unreachable'
  }
}

/** Whose place it is: the public key of its household; null where it is none's. */
export async function recipientOf(store: ObjectStore): Promise<string | null> {
  return (await store.get(landmark))?.toString('utf8').trim() ?? null
}

/** Whether what is in a place is not this household's: the files of somebody, or the snapshots of others. */
async function holdsOther(store: ObjectStore, recipient: string | null): Promise<boolean> {
  if (recipient === null && (await store.get(readmeName)) !== null) return true
  // An area that is missing has nothing in it.
  const snapshots = await store.list('snapshots').catch((error: unknown) => {
    if (error instanceof StoreProblem && error.trouble !== 'denied') return []
    throw error
  })
  return snapshots.length > 0
}
