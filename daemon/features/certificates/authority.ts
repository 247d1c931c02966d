import { X509Certificate } from 'node:crypto'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Home } from '../../kernel/home.ts'
import { keepSecret, readSecret } from '../../kernel/encryption/home-key.ts'
import { lazy } from '../../kernel/lazy.ts'
import type { PublicAuthority } from '../../kernel/tls.ts'
import type { CertifiedKey } from './signing.ts'

/** How long the authority holds, in milliseconds: ten years. */
const lifetime = 10 * 365.25 * 86_400_000
/** By how much the clock of a device may be behind that of this machine, in milliseconds. */
export const clockSkewMs = 600_000

export interface Vault {
  /** Null where nothing was kept yet. */
  readonly read: () => string | null
  readonly write: (text: string) => void
}

/** A file of the home that its owner alone may read. */
export const fileVault = ({ authority }: Pick<Home, 'authority'>): Vault => ({
  read: () => readSecret(authority),
  write: (text) => keepSecret(authority, text),
})

/** The household's own certificate authority. */
export interface Authority {
  /** Null as long as nobody has needed one. */
  readonly current: () => PublicAuthority | null
  /** With its key, to sign by; makes it where there is none. */
  readonly require: () => Promise<CertifiedKey>
}

/** What signs; loaded when something is to be signed, which most homes never need. */
export const loadSigning = lazy(() => import('./signing.ts'))

/**
 * Opens the authority in `vault`; `made` hears of a new one. Throws where what is kept there is none, since another one in
 * its place would be trusted by nobody.
 */
export function openAuthority(
  vault: Vault,
  clock: Clock,
  made: (authority: PublicAuthority) => void,
): Authority {
  const stored = vault.read()
  let current = stored === null ? null : read(stored)
  let making: Promise<CertifiedKey> | null = null

  const make = async () => {
    const { makeAuthority } = await loadSigning()
    const now = clock.now()
    const { certificate, key } = await makeAuthority({ from: now - clockSkewMs, until: now + lifetime })
    const text = `${certificate.trim()}\n${key.trim()}\n`
    vault.write(text)
    current = read(text)
    made(current.shown)
    return current.signer
  }

  return {
    current: () => current?.shown ?? null,
    require: async () => {
      if (current) return current.signer
      making ??= make().finally(() => {
        making = null
      })
      return making
    },
  }
}

function read(text: string): { readonly shown: PublicAuthority; readonly signer: CertifiedKey } {
  const certificate = block(text, 'CERTIFICATE')
  const x509 = new X509Certificate(certificate)
  return {
    shown: {
      name: x509.subject.replace(/^CN=/, '').replaceAll('\\', ''),
      fingerprint: x509.fingerprint256,
      certificate,
      expires_at: iso(x509.validToDate.getTime()),
    },
    signer: { certificate, key: block(text, 'PRIVATE KEY') },
  }
}

function block(text: string, label: string): string {
  const pem = new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`).exec(text)?.[0]
  if (!pem) throw new Error(`the file of the certificate authority has no ${label.toLowerCase()}`)
  return `${pem}\n`
}
