import { createHmac } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import type { HouseholdKeys } from './household-keys.ts'
import type { ObjectStore } from './object-store.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** How large the pieces of a database are, in bytes: a multiple of every page size. */
export const chunkBytes = 262_144
/** What a manifest may be at most, in bytes. */
const maxManifestBytes = 268_435_456

/** A piece or a manifest that is not there, or not what was written. */
export interface Broken {
  readonly problem: 'missing' | 'damaged'
  readonly name: string
}

/** The store of a household, as plain content: compressed, encrypted, and named by what only the household can compute. */
export interface Vault {
  readonly store: ObjectStore
  /** The id of a content: an HMAC, which tells nobody else what it is. */
  readonly idOf: (content: Uint8Array) => string
  readonly putChunk: (id: string, content: Uint8Array) => Promise<void>
  readonly getChunk: (id: string) => Promise<Buffer | Broken>
  readonly chunkIds: () => Promise<Set<string>>
  readonly removeChunk: (id: string) => Promise<void>
  readonly seal: (content: Uint8Array) => Promise<Uint8Array>
  /** Null where it does not open. */
  readonly unseal: (sealed: Uint8Array) => Promise<Buffer | null>
}

/** Whether something could not be read back. */
export const isBroken = (read: object): read is Broken => 'problem' in read

const chunkName = (id: string) => `chunks/${id.slice(0, 2)}/${id}.age`

/** Opens the store of a household with its keys. */
export function openVault(store: ObjectStore, keys: HouseholdKeys): Vault {
  const chunkKey = Buffer.from(keys.chunk_key, 'base64url')
  const encrypter = new Encrypter()
  encrypter.addRecipient(keys.recipient)
  const decrypter = new Decrypter()
  decrypter.addIdentity(keys.identity)

  const seal = async (content: Uint8Array) => encrypter.encrypt(await compress(content))
  const unseal = async (sealed: Uint8Array, maxOutputLength = maxManifestBytes) => {
    try {
      return await decompress(await decrypter.decrypt(sealed), { maxOutputLength })
    } catch {
      return null
    }
  }
  const idOf = (content: Uint8Array) => createHmac('sha256', chunkKey).update(content).digest('hex')

  return {
    store,
    idOf,
    seal,
    unseal,
    putChunk: async (id, content) => store.put(chunkName(id), await seal(content)),
    getChunk: async (id) => {
      const name = chunkName(id)
      const sealed = await store.get(name)
      if (sealed === null) return { problem: 'missing', name }
      const content = await unseal(sealed, chunkBytes)
      return content !== null && idOf(content) === id ? content : { problem: 'damaged', name }
    },
    chunkIds: async () => {
      const names = (await store.list('chunks')).map(({ name }) => /\/([0-9a-f]{64})\.age$/.exec(name)?.[1])
      return new Set(names.filter((id) => id !== undefined))
    },
    removeChunk: (id) => store.remove(chunkName(id)),
  }
}
