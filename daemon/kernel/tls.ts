/** What a TLS server shows, and whose certificates it asks clients for; all of it PEM. */
export interface TlsMaterial {
  readonly cert: string
  readonly key: string
  /** The household's own authority. */
  readonly ca: string
}

/** How a listener speaks TLS: with what, and which clients it knows by their certificates. */
export interface TlsSetup {
  readonly material: () => TlsMaterial
  /** Calls whenever there is another certificate to show; the answer ends that. */
  readonly onRenewed: (then: () => void) => () => void
  readonly clients: ClientCertificates
}

/** The certificates of devices, as connections are checked against them. */
export interface ClientCertificates {
  /** Whether nobody is served without one, beyond what everybody may see. */
  readonly required: boolean
  /**
   * The device that a certificate was issued to; null where it was not issued here, has run out or was revoked. It is known
   * by the SHA-256 of its DER form, as Node writes it: upper-case hexadecimal with colons.
   */
  readonly deviceOf: (fingerprint: string) => string | null
  /** Calls whenever one has ended before its time or by it; the answer ends that. */
  readonly onEnded: (then: () => void) => () => void
}

/** The household's own authority, as whoever is to trust it gets it. */
export interface PublicAuthority {
  readonly name: string
  /** SHA-256 of the DER form: upper-case hexadecimal with colons. */
  readonly fingerprint: string
  /** PEM. */
  readonly certificate: string
  /** ISO 8601. */
  readonly expires_at: string
}

/** What is given to everybody who is to trust the household's certificates. */
export interface TrustFiles {
  /** Null as long as there is none. */
  readonly authority: () => PublicAuthority | null
  /** The authority as a configuration profile of Apple's systems (an XML property list). */
  readonly profile: (authority: PublicAuthority) => string
  /** The signed list of revoked certificates (RFC 5280), DER. */
  readonly revocationList: () => Promise<Buffer>
}

/** Those who hear of something, and a call that tells them all. */
export function listeners() {
  const all = new Set<() => void>()
  return {
    add: (listener: () => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell: () => {
      for (const listener of all) listener()
    },
  }
}
