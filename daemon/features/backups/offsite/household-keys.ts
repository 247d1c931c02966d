import { randomBytes } from 'node:crypto'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { workFactor } from '../../../kernel/encryption/work-factor.ts'

/** What a household encrypts its backups to and opens them with, as it lies in its home. */
export const HouseholdKeys = Type.Object({
  /** `age1…`, the public half. */
  recipient: Type.String({ pattern: '^age1' }),
  identity: Type.String({ pattern: '^AGE-SECRET-KEY-1' }),
  /** 32 bytes in base64url: names pieces and signs snapshots. */
  chunk_key: Type.String({ pattern: '^[\\w-]{43}$' }),
})
export type HouseholdKeys = Static<typeof HouseholdKeys>

/** 64 MiB and less than a second: the words themselves are beyond guessing. */
const scryptWorkFactor = 16
const chunkKeyLine = /^# chunk key: ([\w-]{43})$/m
const identityLine = /^AGE-SECRET-KEY-1\w+$/m

/** Makes the keys of a household that has none. */
export async function makeKeys(): Promise<HouseholdKeys> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { recipient, identity, chunk_key: randomBytes(32).toString('base64url') }
}

/** The keys as a file of age, which the words open. */
export async function sealKeys(keys: HouseholdKeys, words: string): Promise<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(words)
  encrypter.setScryptWorkFactor(workFactor(scryptWorkFactor))
  const { recipient, identity, chunk_key } = keys
  return encrypter.encrypt(`# public key: ${recipient}\n# chunk key: ${chunk_key}\n${identity}\n`)
}

/** The keys in such a file; null where the words are not theirs, or the file is damaged. */
export async function openKeys(sealed: Uint8Array, words: string): Promise<HouseholdKeys | null> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(words)
  const text = await decrypter.decrypt(sealed, 'text').catch(() => '')
  const [, chunk_key] = chunkKeyLine.exec(text) ?? []
  const [identity] = identityLine.exec(text) ?? []
  if (!chunk_key || !identity) return null
  return { recipient: await identityToRecipient(identity), identity, chunk_key }
}

/** Keys as they lie in a home; null where the text is none of them. */
export function parseKeys(text: string | null): HouseholdKeys | null {
  if (text === null) return null
  try {
    const keys: unknown = JSON.parse(text)
    return Value.Check(HouseholdKeys, keys) ? keys : null
  } catch {
    return null
  }
}
