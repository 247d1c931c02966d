import { hkdfSync } from 'node:crypto'
import { basename, dirname, resolve } from 'node:path'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { readIfThere, writeSecret } from '../home.ts'
import { open, seal } from './sealed-box.ts'

/** The bytes of the key of a home. */
export const homeKeyBytes = 32

/** What is read is encrypted, and the key of its home is not known. */
export class HomeLocked extends Error {
  override readonly name = 'HomeLocked'
}

const nameOf = (folder: string) => `companion home key ${folder}`
const sealedPrefix = 'sealed:1:'

/** Lets this process, and every thread that it starts from now on, read and write an encrypted home; null forgets the key. */
export function useHomeKey(path: string, key: Buffer | null): void {
  // Threads begin with what their parent knows.
  setEnvironmentData(nameOf(resolve(path)), key === null ? undefined : key.toString('hex'))
}

/** The key of the home in which a file lies; null where that is not encrypted, or locked. */
export function homeKeyOf(file: string): Buffer | null {
  for (let folder = resolve(file); ; folder = dirname(folder)) {
    const key = getEnvironmentData(nameOf(folder))
    if (typeof key === 'string') return Buffer.from(key, 'hex')
    if (folder === dirname(folder)) return null
  }
}

/** A key that comes of the key of a home, for one use alone (HKDF-SHA256): 32 bytes. */
export const keyFor = (key: Buffer, use: 'database' | 'files'): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `companion home ${use}`, homeKeyBytes))

/** Whether a text is sealed. */
export const isSealed = (text: string): boolean => text.startsWith(sealedPrefix)

/** Encrypts a text that belongs at a place, by which it is known again: the name of a file or of a setting. */
export function sealText(key: Buffer, text: string, place: string): string {
  return `${sealedPrefix}${seal(keyFor(key, 'files'), Buffer.from(text), place).toString('base64url')}`
}

/** A sealed text again, any other as it is. Throws `HomeLocked` without the key, and where it is another one. */
export function openText(key: Buffer | null, text: string, place: string): string {
  if (!isSealed(text)) return text
  if (key === null) throw new HomeLocked(`${place} is encrypted, and the home is locked`)
  const sealed = Buffer.from(text.slice(sealedPrefix.length).trim(), 'base64url')
  try {
    return open(keyFor(key, 'files'), sealed, place).toString('utf8')
  } catch (error) {
    throw new HomeLocked(`${place} is encrypted with another key, or damaged`, { cause: error })
  }
}

/** The secret in a file, or null where there is none; throws `HomeLocked` where it is sealed and the home locked. */
export function readSecret(file: string): string | null {
  const text = readIfThere(file)
  return text === null ? null : openText(homeKeyOf(file), text, basename(file))
}

/** Keeps a secret in a file that only its owner may read, sealed where the home is encrypted. */
export function keepSecret(file: string, text: string): void {
  const key = homeKeyOf(file)
  writeSecret(file, key === null ? text : `${sealText(key, text, basename(file))}\n`)
}
