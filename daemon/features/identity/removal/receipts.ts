import { sign } from 'node:crypto'
import { type Clock, iso } from '../../../kernel/clock.ts'
import { type Receipt, receiptAlgorithm, receiptType } from '../../../kernel/offline/receipt.ts'
import type { Erasures } from '../../../store/erasures.ts'
import type { Erasure } from '../../../store/tables.ts'
import type { Transaction } from '../../../store/store.ts'
import type { IdentityAudit } from '../audit.ts'
import type { Keys } from '../keys.ts'

/** How long it takes at most, in milliseconds, while nothing is in the way: what fails is tried again within the hour. */
const expectedMs = 3_600_000

/** The copies of the database that can still hold what was deleted. */
export interface Copies {
  readonly count: () => Promise<number>
  /** How many of them hold still what that erasure has deleted; null where that is not known yet. */
  readonly holding: (erasure: Erasure) => Promise<number | null>
  /** Whether snapshots on another disk or a server do; null where no place is set up. */
  readonly elsewhere: (erasure: Erasure) => boolean | null
}

/** What the first receipt says besides what is known of the erasure. */
interface FirstReceipt {
  readonly account: Receipt['account']
  readonly deleted: Record<string, number>
  readonly backups: number
}

export interface IssuedReceipt {
  readonly receipt_id: string
  readonly state: Receipt['state']
  /** A JWS in compact form. */
  readonly receipt: string
}

export interface Receipts {
  /** How many backups the home has, which is to be asked before the deletion. */
  readonly backups: () => Promise<number>
  /** The receipt of what a transaction has deleted, made in it: once it is committed, sessions end and connections close. */
  readonly begun: (tx: Transaction, erasure: Erasure, begun: FirstReceipt) => IssuedReceipt
  /** The receipt of how it is with an earlier one; null where there is none of that id. */
  readonly again: (receipt_id: string) => Promise<IssuedReceipt | null>
}

interface ReceiptsDependencies {
  readonly keys: Pick<Keys, 'receipt'>
  readonly audit: Pick<IdentityAudit, 'head'>
  readonly erasures: Pick<Erasures<'member' | 'account'>, 'list'>
  readonly clock: Clock
  readonly copies: () => Copies
}

/** Opens the receipts, which a key of the home signs. */
export function openReceipts({ keys, audit, erasures, clock, copies }: ReceiptsDependencies): Receipts {
  const { kid, key, jwk } = keys.receipt
  const followingOf = (left: number) => ({
    left,
    expected_by: left === 0 ? null : iso(clock.now() + expectedMs),
  })

  const issue = (
    { erasure_uuid: receipt_id, subject, erased_at }: Erasure,
    facts: Pick<Receipt, 'state' | 'account' | 'deleted' | 'backups' | 'snapshots'>,
  ): IssuedReceipt => {
    const receipt: Receipt = {
      version: 1,
      receipt_id,
      household: kid,
      family_member_uuid: subject,
      erased_at,
      issued_at: iso(clock.now()),
      audit_head: audit.head(),
      ...facts,
    }
    const header = { alg: receiptAlgorithm, typ: receiptType, kid, jwk }
    const text = [header, receipt]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const signature = sign(null, Buffer.from(text), key).toString('base64url')
    return { receipt_id, state: facts.state, receipt: `${text}.${signature}` }
  }

  const snapshotsOf = (erasure: Erasure) => {
    const held = copies().elsewhere(erasure)
    return held === null ? null : followingOf(Number(held))
  }

  return {
    backups: () => copies().count(),
    begun: (_, erasure, { account, deleted, backups }) =>
      issue(erasure, {
        state: 'begun',
        account,
        deleted,
        backups: followingOf(backups),
        snapshots: snapshotsOf(erasure),
      }),
    again: async (receipt_id) => {
      const erasure = erasures
        .list(['member', 'account'])
        .find(({ erasure_uuid }) => erasure_uuid === receipt_id)
      if (!erasure) return null
      const holding = await copies().holding(erasure)
      const [backups, snapshots] = [followingOf(holding ?? 0), snapshotsOf(erasure)]
      const isFinal = holding === 0 && (snapshots === null || snapshots.left === 0)
      const account = erasure.kind === 'account' ? 'deleted' : 'kept'
      return issue(erasure, {
        state: isFinal ? 'final' : 'begun',
        account,
        deleted: null,
        backups,
        snapshots,
      })
    },
  }
}
