import { randomBytes } from 'node:crypto'
import { generateMnemonic, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** What a household encrypts its backups to and opens them with, as it lies in its home. */
export const HouseholdKeys = Type.Object({
  /** `age1…`, the public half. */
  recipient: Type.String({ pattern: '^age1' }),
  /** `AGE-SECRET-KEY-1…` */
  identity: Type.String({ pattern: '^AGE-SECRET-KEY-1' }),
  /** 32 bytes in base64url: names pieces and signs snapshots. */
  chunk_key: Type.String({ pattern: '^[\\w-]{43}$' }),
})
export type HouseholdKeys = Static<typeof HouseholdKeys>

/** Bits of the words: twelve of them. */
const strength = 128
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

/** Twelve words of the English list of BIP 39, one space between them. */
export function makeWords(): string {
  return generateMnemonic(wordlist, strength)
}

/** Words as they were typed, as they open the keys; null where they are none: one is unknown, or a check shows a slip. */
export function readWords(typed: string): string | null {
  const words = typed.normalize('NFKD').toLowerCase().trim().split(/\s+/).join(' ')
  return validateMnemonic(words, wordlist) ? words : null
}

/** The keys as a file of age, which the words open. */
export async function sealKeys(keys: HouseholdKeys, words: string): Promise<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(words)
  encrypter.setScryptWorkFactor(scryptWorkFactor)
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
