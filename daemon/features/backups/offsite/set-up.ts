import { access, constants, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { makeWords } from '../../../kernel/words.ts'
import { type HouseholdKeys, makeKeys, sealKeys } from './household-keys.ts'
import { putFile } from './object-store.ts'
import { readme } from './readme.ts'

/** The object that is in every folder that was set up: the public key of its household. */
export const landmark = 'recipient.txt'
export const sealedKeys = 'identity.age'

/** Why a folder cannot be set up: it cannot be written to, it lies in the home, or it holds something else. */
export type FolderRefusal = 'unusable' | 'in_home' | 'taken'

/** A folder that was set up. */
export interface SetUp {
  readonly keys: HouseholdKeys
  /** What opens it on any machine; kept nowhere. */
  readonly words: string
}

interface SetUpRequest {
  readonly folder: string
  /** The home's folder. */
  readonly home: string
  /** The keys that the household has; null where it has none yet. */
  readonly keys: HouseholdKeys | null
}

/**
 * Makes a folder one of the household's backups. One that is so already gets new words, and the old ones open it no more;
 * any other gets new keys.
 */
export async function setUpFolder({ folder, home, keys }: SetUpRequest): Promise<SetUp | FolderRefusal> {
  try {
    if (!isAbsolute(folder)) return 'unusable'
    await mkdir(folder).catch(() => {})
    if (!(await stat(folder)).isDirectory()) return 'unusable'
    await access(folder, constants.R_OK | constants.W_OK)
    const inside = relative(await realpath(home), await realpath(folder))
    if (inside === '' || (!inside.startsWith('..') && !isAbsolute(inside))) return 'in_home'
    const recipient = await recipientOf(folder)
    const names = await readdir(folder)
    const isOurs = recipient !== null && recipient === keys?.recipient
    const isForeign = recipient === null && names.includes('README.txt')
    if (!isOurs && (isForeign || (await hasSnapshots(folder)))) return 'taken'
    const used = isOurs ? keys : await makeKeys()
    const words = makeWords()
    for (const name of ['chunks', 'snapshots'])
      await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
    await putFile(join(folder, sealedKeys), await sealKeys(used, words))
    await putFile(join(folder, landmark), `${used.recipient}\n`)
    await putFile(join(folder, 'README.txt'), readme)
    return { keys: used, words }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return 'unusable'
  }
}

/** Whose folder it is: the public key of its household; null where it is none's, or the disk is away. */
export async function recipientOf(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, landmark), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return null
  }
}

async function hasSnapshots(folder: string): Promise<boolean> {
  const names = await readdir(join(folder, 'snapshots')).catch(() => [])
  return names.length > 0
}
