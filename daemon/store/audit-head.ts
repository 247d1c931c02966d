import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../kernel/clock.ts'
import { isPassing } from '../kernel/errors.ts'
import { readIfThere, writeSecret } from '../kernel/home.ts'

/** The newest row that a chain had, to be kept where whoever has the database cannot reach it. */
export const AuditHead = Type.Object(
  {
    seq: Type.Integer({ minimum: 1 }),
    hash: Type.String({ minLength: 1, maxLength: 64, description: 'over this row and all before it' }),
    signature: Type.String({ minLength: 1, maxLength: 128, description: 'Ed25519, of this daemon' }),
  },
  { $id: 'AuditHead', description: 'the end of the audit log, as the daemon has signed it' },
)
export type AuditHead = Static<typeof AuditHead>

type Row = Pick<AuditHead, 'seq' | 'hash'>

interface HeadDependencies {
  /** Where it is kept beside the database. */
  readonly file: string
  readonly key: KeyObject
  readonly clock: Clock
  readonly newest: () => Row | undefined
  readonly has: (row: Row) => boolean
}

/** How long rows are gathered before the head is written, in milliseconds. */
const gatheredMs = 1_000

/**
 * Keeps the head of the log beside the database. One that the log does not have any more is never overwritten: it is what
 * shows that last rows were removed, or that all of it was replaced.
 */
export function openAuditHead({ file, key, clock, newest, has }: HeadDependencies) {
  const { sign, isSigned } = openSignatures(key)
  let cancel: (() => void) | undefined

  const storedHead = (): AuditHead | null => {
    const text = readIfThere(file)
    if (text === null) return null
    const lost = { seq: 0, hash: '', signature: '' }
    try {
      const head: unknown = JSON.parse(text)
      return Value.Check(AuditHead, head) ? head : lost
    } catch {
      return lost
    }
  }

  /** The head beside the database, where the log does not have it; null where all is well. */
  const missing = (): AuditHead | null => {
    const head = storedHead()
    return head === null || (isSigned(head) && has(head)) ? null : head
  }

  const current = (): AuditHead | null => {
    const row = newest()
    return row ? { ...row, signature: sign(row) } : null
  }

  const write = () => {
    cancel = undefined
    try {
      const head = current()
      if (head !== null && missing() === null) writeSecret(file, `${JSON.stringify(head)}\n`)
    } catch (error) {
      if (!isPassing(error)) throw error
      // The one that is kept is of an earlier row of the same log, so it is right until this one can be written.
      cancel = clock.after(gatheredMs, write)
    }
  }

  return {
    current,
    missing,
    isSigned,
    /** To be called after each row. */
    changed: () => {
      cancel ??= clock.after(gatheredMs, write)
    },
    stop: () => {
      cancel?.()
      write()
      cancel?.()
    },
  }
}

/** PKCS #8 of an Ed25519 key, before its 32 bytes (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs with a key that follows from that of the log. */
function openSignatures(key: KeyObject) {
  const seed = createHmac('sha256', key).update('signature of the head').digest()
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const bytesOf = ({ seq, hash }: Row) => Buffer.from(JSON.stringify([seq, hash]))
  return {
    sign: (row: Row) => signBytes(null, bytesOf(row), privateKey).toString('base64url'),
    isSigned: ({ signature, ...row }: AuditHead) =>
      verifyBytes(null, bytesOf(row), publicKey, Buffer.from(signature, 'base64url')),
  }
}
