import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { armor, Decrypter, Encrypter } from 'age-encryption'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Home, readIfThere, removeFile, writeSecret } from '../home.ts'
import { homeKeyBytes } from './home-key.ts'
import { open, seal } from './sealed-box.ts'
import { readWords } from './words.ts'
import { workFactor } from './work-factor.ts'

/** The key of a home as it lies in it: each of the two is a file of age that one secret opens. */
const KeyFile = Type.Object({
  format: Type.Literal(1),
  passphrase: Type.String(),
  words: Type.String(),
  /** Opened by passkeys, where there are any; one of a later format is left alone. */
  passkeys: Type.Optional(Type.Array(Type.Unknown())),
  /** Tells the key from another one. */
  check: Type.String(),
})
type KeyFile = Static<typeof KeyFile>

const bytes = (least: number, most: number) =>
  Type.String({
    pattern: '^[\\w-]+$',
    minLength: Math.ceil((least * 4) / 3),
    maxLength: Math.ceil((most * 4) / 3),
  })

/** What a browser has to know to ask for a passkey; bytes are in base64url. */
export const PasskeyQuestion = Type.Object({
  credential_id: bytes(16, 1_023),
  /** What the authenticator makes a secret of, by the extension `prf` of WebAuthn. */
  salt: bytes(32, 32),
  /** The host for which browsers have the passkey. */
  rp_id: Type.Literal('localhost'),
})
export type PasskeyQuestion = Static<typeof PasskeyQuestion>

/** The secret that an authenticator makes of that, in base64url. */
export const PasskeySecret = bytes(32, 32)

/** A passkey as it lies in the file: the key of the home, encrypted with a key that comes of its secret (HKDF-SHA256). */
const PasskeyLock = Type.Object({
  format: Type.Literal(1),
  passkey_uuid: Type.String(),
  name: Type.String(),
  created_at: Type.String(),
  ...PasskeyQuestion.properties,
  sealed: Type.String(),
})
export type PasskeyLock = Static<typeof PasskeyLock>

/** The file is there, and cannot be read. */
export class KeyFileDamaged extends Error {
  override readonly name = 'KeyFileDamaged'
}

/** 128 MiB and about a second; the words are beyond guessing. */
const workFactors = { passphrase: 17, words: 16 }

type Place = Pick<Home, 'homeKey' | 'backups'>

/** Beside the backups lies another copy: without the file, nothing in the home can be read. */
const copyOf = ({ backups }: Place) => `${backups}/home-key.json`

/** Whether a home is encrypted. */
export const isEncrypted = (home: Place): boolean => keyFileOf(home) !== null

/** Writes the key of a home, locked by a passphrase and by twelve words. */
export async function writeKey(home: Place, key: Buffer, secrets: { passphrase: string; words: string }) {
  const [passphrase, words] = await Promise.all([
    lock(key, secrets.passphrase, workFactor(workFactors.passphrase)),
    lock(key, secrets.words, workFactor(workFactors.words)),
  ])
  const { passkeys } = keyFileOf(home) ?? {}
  write(home, { format: 1, passphrase, words, ...(passkeys && { passkeys }), check: checkOf(key) })
}

/** The passkeys that open a home. */
export function passkeysOf(home: Place): PasskeyLock[] {
  return (keyFileOf(home)?.passkeys ?? []).filter((one) => Value.Check(PasskeyLock, one))
}

/** Lets a passkey open a home, too, by the secret that its authenticator makes. */
export function addPasskey(
  home: Place,
  key: Buffer,
  passkey: Omit<PasskeyLock, 'format' | 'sealed'>,
  secret: string,
): void {
  const keyFile = keyFileOf(home)
  if (!keyFile) throw new Error(`${home.homeKey} is gone`)
  const sealed = seal(passkeyKey(passkey, secret), key, aboutPasskey(passkey)).toString('base64url')
  write(home, { ...keyFile, passkeys: [...(keyFile.passkeys ?? []), { format: 1, ...passkey, sealed }] })
}

/** Lets a passkey open a home no more; whether there was one. */
export function removePasskey(home: Place, passkey_uuid: string): boolean {
  const keyFile = keyFileOf(home)
  const isIt = (one: unknown) => Value.Check(PasskeyLock, one) && one.passkey_uuid === passkey_uuid
  if (!keyFile?.passkeys?.some(isIt)) return false
  write(home, { ...keyFile, passkeys: keyFile.passkeys.filter((one) => !isIt(one)) })
  return true
}

/** The key of a home by a passkey and its secret; null where it is none of the home's, or the secret another one. */
export function openByPasskey(home: Place, credential_id: string, secret: string): Buffer | null {
  const passkey = passkeysOf(home).find((one) => one.credential_id === credential_id)
  if (!passkey) return null
  try {
    const sealed = Buffer.from(passkey.sealed, 'base64url')
    const key = open(passkeyKey(passkey, secret), sealed, aboutPasskey(passkey))
    return isKeyOf(home, key) ? key : null
  } catch {
    // Whoever has changed the file gets no further.
    return null
  }
}

const passkeyKey = ({ salt }: PasskeyQuestion, secret: string): Buffer =>
  Buffer.from(
    hkdfSync(
      'sha256',
      Buffer.from(secret, 'base64url'),
      Buffer.from(salt, 'base64url'),
      'companion home passkey',
      homeKeyBytes,
    ),
  )

const aboutPasskey = ({ credential_id, salt, rp_id }: PasskeyQuestion) => `${credential_id} ${salt} ${rp_id}`

/** The key of a home by its passphrase or its words; null where the secret is neither. */
export async function openKey(home: Place, secret: string): Promise<Buffer | null> {
  const keyFile = keyFileOf(home)
  if (keyFile === null) return null
  const words = readWords(secret)
  const opened = words === null ? null : await unlock(keyFile.words, words)
  return opened ?? (await unlock(keyFile.passphrase, secret))
}

/** Whether a key is that of a home. */
export function isKeyOf(home: Place, key: Buffer): boolean {
  const check = Buffer.from(keyFileOf(home)?.check ?? '')
  const expected = Buffer.from(checkOf(key))
  return check.length === expected.length && timingSafeEqual(check, expected)
}

/** The home is encrypted no longer. */
export function removeKey(home: Place): void {
  for (const file of [copyOf(home), home.homeKey]) removeFile(file)
}

/** Puts back whichever of the two copies is gone. */
export function keepBoth(home: Place): void {
  const keyFile = keyFileOf(home)
  if (keyFile) write(home, keyFile)
}

function write(home: Place, file: KeyFile): void {
  const text = `${JSON.stringify(file, null, 2)}\n`
  for (const place of [home.homeKey, copyOf(home)]) if (readIfThere(place) !== text) writeSecret(place, text)
}

/** Null where there is none; throws `KeyFileDamaged` where none of the two can be read. */
function keyFileOf(home: Place): KeyFile | null {
  const texts = [home.homeKey, copyOf(home)].map(readIfThere)
  const whole = texts.map(parse).find((one) => one !== null)
  if (whole) return whole
  if (texts.every((text) => text === null)) return null
  throw new KeyFileDamaged(`${home.homeKey} is damaged: put back the one of a backup of the home`)
}

function parse(text: string | null): KeyFile | null {
  try {
    const file: unknown = JSON.parse(text ?? 'null')
    return Value.Check(KeyFile, file) ? file : null
  } catch {
    return null
  }
}

const checkOf = (key: Buffer) => createHmac('sha256', key).update('companion home check').digest('hex')

async function lock(key: Buffer, secret: string, cost: number): Promise<string> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(secret)
  encrypter.setScryptWorkFactor(cost)
  return armor.encode(await encrypter.encrypt(key.toString('hex')))
}

async function unlock(locked: string, secret: string): Promise<Buffer | null> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(secret)
  try {
    const key = Buffer.from(await decrypter.decrypt(armor.decode(locked), 'text'), 'hex')
    return key.length === homeKeyBytes ? key : null
  } catch {
    // Whoever has changed the file and whoever has mistyped get no further alike.
    return null
  }
}
