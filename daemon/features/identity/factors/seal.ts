import { createHmac, hkdfSync } from 'node:crypto'
import type { Home } from '../../../kernel/home.ts'
import { keepSecret, readSecret } from '../../../kernel/encryption/home-key.ts'
import { open, seal } from '../../../kernel/encryption/sealed-box.ts'
import { newSecret } from '../secrets.ts'

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
  const stored = readSecret(factorKey)?.trim()
  const secret = stored || newSecret()
  if (!stored) keepSecret(factorKey, `${secret}\n`)
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `companion factors ${use}`, 32))
  const sealing = keyFor('seal')
  const hashing = keyFor('digest')

  return {
    seal: (secret, owner) => seal(sealing, secret, owner).toString('base64url'),
    open: (sealed, owner) => open(sealing, Buffer.from(sealed, 'base64url'), owner),
    digest: (text, owner) => createHmac('sha256', hashing).update(`${owner}\n${text}`).digest('hex'),
  }
}
