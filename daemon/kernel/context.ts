import type { CallerKey, Restriction } from './scope.ts'

/**
 * How a member was recognised (RFC 8176): password, one-time code, PIN, key of the device's hardware, voice, what is known
 * of device and hour, confirmation over another channel, several of them together.
 */
export type SignInMethod = 'pwd' | 'otp' | 'pin' | 'hwk' | 'vbm' | 'rba' | 'mca' | 'mfa'

/** Who calls, as the token says and the session map confirms. */
export interface Caller {
  /** `user:<uuid>` for a member, `system:<name>` for the CLI, the tray and services of this machine. */
  readonly actor: string
  /** The member's id; null for a `system:` token, which belongs to nobody. */
  readonly family_member_uuid: string | null
  readonly session_uuid: string | null
  /** The session that this one came of, whose allowance it shares. */
  readonly parent_uuid: string | null
  readonly admin: boolean
  readonly device_uuid: string | null
  /** Whether the session is of a trusted device, or the caller a program of this machine. */
  readonly trusted: boolean
  /** When the password was last given, milliseconds since the epoch. */
  readonly authenticated_at: number
  /** When the token runs out, milliseconds since the epoch; infinity for a key that does not. */
  readonly expires_at: number
  /** The key that stands for the member here; null for a person's session and for a program of this machine. */
  readonly key: CallerKey | null
  /** What the session may do less than its member; null for nothing less. */
  readonly restriction: Restriction | null
  /** How the member was recognised; empty for who has no session. */
  readonly methods: readonly SignInMethod[]
}

/** What every message on the bus carries besides its payload. */
export interface MessageMetadata {
  readonly message_uuid: string
  readonly family_member_uuid: string | null
  readonly session_uuid: string | null
  /** ISO 8601. */
  readonly timestamp: string
}

/** A proof of possession as it was sent (DPoP, RFC 9449), and the request that it came with. */
export interface SentProof {
  readonly jwt: string
  readonly method: string
  /** Without query and fragment. */
  readonly url: string
}

/** What a handler knows of the call besides its input: plain data. */
export interface Context {
  readonly operation: string
  readonly metadata: MessageMetadata
  readonly caller: Caller | null
  readonly idempotency_key: string | null
  readonly shown_once?: true
  /** The address of the client, without its port. */
  readonly address: string
  readonly user_agent?: string
  readonly proof?: SentProof
  /** Of the page that calls, as its browser says: one of the daemon's own, such as `http://localhost:8080`. */
  readonly origin?: string
  /** The device whose certificate the client has shown, and proved to have the key of, over TLS. */
  readonly certificate_device_uuid?: string
  /** Aborted where the client goes before it is answered. */
  readonly signal?: AbortSignal
  /** Told of every part of an answer that is written while the client waits; null where it begins anew. */
  readonly written?: (part: string | null) => void
}

export interface AuthenticatedContext extends Context {
  readonly caller: Caller
}
