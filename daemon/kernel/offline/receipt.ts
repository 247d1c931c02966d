import { calculateJwkThumbprint, compactVerify, importJWK, type JWK } from 'jose'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { closed, Id, Moment, nullable } from '../schema.ts'

/** The algorithm of receipts (RFC 9864). */
export const receiptAlgorithm = 'Ed25519'
/** The `typ` in the header of a receipt, so that nothing else that a home signs is taken for one. */
export const receiptType = 'companion-receipt'

const Count = Type.Integer({ minimum: 0 })

/** What is to come: `left` copies hold it still, and `expected_by` is when they no longer do. */
const Following = Type.Object({ left: Count, expected_by: nullable(Moment) }, closed)

/** What a receipt says of a deletion: numbers and ids, and nothing that was deleted. */
export const Receipt = Type.Object(
  {
    version: Type.Literal(1),
    /** By which the final one is asked for. */
    receipt_id: Id,
    /** `begun` while copies hold it still, `final` once none does. */
    state: Type.Enum(['begun', 'final']),
    /** The thumbprint of the key that signs (RFC 7638): the household as those see it who are not in it. */
    household: Type.String({ pattern: '^[\\w-]{43}$' }),
    family_member_uuid: Id,
    account: Type.Enum(['kept', 'deleted']),
    erased_at: Moment,
    issued_at: Moment,
    /** How much of each kind was deleted; null in a final one, as the first one says it. */
    deleted: nullable(Type.Record(Type.String(), Count)),
    /** The end of the audit log when it was issued. */
    audit_head: nullable(
      Type.Object(
        { seq: Type.Integer({ minimum: 1 }), hash: Type.String(), signature: Type.String() },
        closed,
      ),
    ),
    backups: Following,
    /** The snapshots on another disk or a server: 1 for the place where they are; null where none is set up. */
    snapshots: nullable(Following),
  },
  closed,
)
export type Receipt = Static<typeof Receipt>

/** A receipt that is what its key has signed. */
interface VerifiedReceipt {
  readonly receipt: Receipt
  /** The public half of the key, out of the header. */
  readonly key: JWK
}

/** Reads a receipt, a JWS in compact form (RFC 7515); null where it is none, or not as it was signed. */
export async function verifyReceipt(text: string): Promise<VerifiedReceipt | null> {
  try {
    let key: JWK = {}
    const { payload } = await compactVerify(
      text.trim(),
      ({ jwk, typ }) => {
        if (!jwk || typ !== receiptType) throw new Error('it is no receipt')
        key = jwk
        return importJWK(jwk, receiptAlgorithm)
      },
      { algorithms: [receiptAlgorithm] },
    )
    const receipt: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
    if (!Value.Check(Receipt, receipt)) return null
    return receipt.household === (await calculateJwkThumbprint(key)) ? { receipt, key } : null
  } catch {
    return null
  }
}
