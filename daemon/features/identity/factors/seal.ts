import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { type Home, readIfThere, writeSecret } from '../../../kernel/home.ts'
import { newSecret } from '../secrets.ts'

const nonceBytes = 12
const tagBytes = 16

/** Keeps secrets so that the database, and a backup of it, are worth nothing without the key of the home. */
export interface Seal {
  /** Encrypts a secret of `owner` (AES-256-GCM), in base64url. */
  readonly seal: (secret: Buffer, owner: string) => string
  /** The secret again; throws where it was sealed for somebody else, with another key, or was changed. */
  readonly open: (sealed: string, owner: string) => Buffer
  /** A keyed hash (HMAC-SHA256) of what `owner` is to know again, in hexadecimal. */
  readonly digest: (text: string, owner: string) => string
}

/** Opens the seal of a home with the key that is in a file of its own (0600), which is made where there is none. */
export function openSeal({ factorKey }: Pick<Home, 'factorKey'>): Seal {
  const kept = readIfThere(factorKey)?.trim()
  const secret = kept || newSecret()
  if (!kept) writeSecret(factorKey, `${secret}\n`)
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `companion factors ${use}`, 32))
  const sealing = keyFor('seal')
  const hashing = keyFor('digest')

  return {
    seal: (secret, owner) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },

    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64url')
      const nonce = bytes.subarray(0, nonceBytes)
      const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
      const options = { authTagLength: tagBytes }
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, options)
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag)
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
    },

    digest: (text, owner) => createHmac('sha256', hashing).update(`${owner}\n${text}`).digest('hex'),
  }
}
