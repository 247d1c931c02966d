import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Clock, iso } from '../../../kernel/clock.ts'
import { lazy } from '../../../kernel/lazy.ts'
import { parameter, placeholders } from '../../../store/columns.ts'
import { totpSecrets } from '../tables.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { Seal } from './seal.ts'

/** As every authenticator app has it (RFC 6238): SHA-1, six digits, 30 s. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20
/** How many steps the clocks of the app and of the machine may be apart. */
const window = 1
/** How long an app may take to be set up, in milliseconds. */
const setUpMs = 600_000

const load = lazy(() => import('otpauth'))

/** What an authenticator app is set up with. */
export interface TotpOffer {
  /** Base32. */
  readonly secret: string
  /** `otpauth://totp/…`, for a QR code. */
  readonly uri: string
}

/** The codes of authenticator apps (RFC 6238). */
export interface Totp {
  /** Makes a seed, which is nothing yet: it is kept for 10 min, and until a code of it was given. */
  readonly offer: (family_member_uuid: string, username: string) => Promise<TotpOffer>
  /** Resolves with what takes the offered seed in place of the one before; null where the code is not of it. */
  readonly confirm: (
    family_member_uuid: string,
    code: string,
  ) => Promise<((tx: Transaction) => boolean) | null>
  /**
   * Resolves with what uses a code up, which is false where another call was faster; null where it is wrong, too old, too
   * new, or was used. Also after a restart a code is good once.
   */
  readonly check: (family_member_uuid: string, code: string) => Promise<((tx: Transaction) => boolean) | null>
  /** Since when it is on, and when it was used last; null where it is not. */
  readonly state: (family_member_uuid: string) => { created_at: string; last_used_at: string | null } | null
  readonly remove: (tx: Transaction, family_member_uuid: string) => number
}

/** Opens them, with the seeds sealed. */
export function openTotp({ database }: Store, seal: Seal, clock: Clock): Totp {
  const offers = new Map<string, { secret: Buffer; until: number }>()
  const mine = eq(totpSecrets.family_member_uuid, parameter('family_member_uuid'))
  const find = database.select().from(totpSecrets).where(mine).prepare()
  const insert = database.insert(totpSecrets).values(placeholders(totpSecrets)).prepare()
  const use = database
    .update(totpSecrets)
    .set({ last_step: parameter('step'), last_used_at: parameter('now') })
    .where(mine)
    .prepare()
  const remove = database.delete(totpSecrets).where(mine).prepare()

  /** The step that a code is of; null where it is of none that holds now. */
  const stepOf = async (secret: Buffer, code: string): Promise<number | null> => {
    const { Secret, TOTP } = await load()
    const now = { timestamp: clock.now() }
    const totp = new TOTP({ ...shape, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })
    const delta = totp.validate({ token: code.replaceAll(/\s/g, ''), window, ...now })
    return delta === null ? null : totp.counter(now) + delta
  }

  return {
    offer: async (family_member_uuid, username) => {
      const { Secret, TOTP } = await load()
      const bytes = randomBytes(secretBytes)
      const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
      const totp = new TOTP({ ...shape, issuer: 'Companion', label: username, secret })
      offers.set(family_member_uuid, { secret: bytes, until: clock.monotonic() + setUpMs })
      return { secret: secret.base32, uri: totp.toString() }
    },

    confirm: async (family_member_uuid, code) => {
      const offer = offers.get(family_member_uuid)
      if (!offer || clock.monotonic() > offer.until) return null
      const step = await stepOf(offer.secret, code)
      if (step === null) return null
      return (tx) => {
        if (offers.get(family_member_uuid) !== offer) return false
        remove.run({ family_member_uuid })
        const sealed = seal.seal(offer.secret, family_member_uuid)
        const created_at = iso(clock.now())
        insert.run({ family_member_uuid, sealed, last_step: step, created_at, last_used_at: null })
        tx.afterCommit(() => offers.delete(family_member_uuid))
        return true
      }
    },

    check: async (family_member_uuid, code) => {
      const row = find.get({ family_member_uuid })
      if (!row) return null
      const step = await stepOf(seal.open(row.sealed, family_member_uuid), code)
      if (step === null || step <= row.last_step) return null
      return () => {
        const now = find.get({ family_member_uuid })
        if (now?.sealed !== row.sealed || step <= now.last_step) return false
        use.run({ family_member_uuid, step, now: clock.now() })
        return true
      }
    },

    state: (family_member_uuid) => {
      const row = find.get({ family_member_uuid })
      return row ? { created_at: row.created_at, last_used_at: row.last_used_at } : null
    },

    remove: (tx, family_member_uuid) => {
      tx.afterCommit(() => offers.delete(family_member_uuid))
      return remove.run({ family_member_uuid }).changes
    },
  }
}
