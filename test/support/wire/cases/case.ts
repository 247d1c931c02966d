import { randomUUID } from 'node:crypto'
import type { OperationName } from '../../../../daemon/client/types.ts'

/** What a cell of the matrix may need, all of it the member's. */
export interface Belongings {
  /** Puts an interaction to the member; answers its id. */
  readonly interaction: (type: string, more?: object) => Promise<string>
  /** Another session of the member's. */
  readonly session: () => Promise<{ session_uuid: string; refresh_token: string }>
  /** A key with which a page goes on with another session of the member's. */
  readonly tabKey: () => Promise<string>
  /** A trusted device of the member's; answers its id. */
  readonly device: () => Promise<string>
  /** A code that makes a device of the member's a trusted one. */
  readonly pairingCode: () => Promise<string>
  /** A memory of the member's; answers its id. */
  readonly memory: () => Promise<string>
  readonly username: string
  readonly family_member_uuid: string
  /** Calls an operation as the owner and answers the result. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly asOwner: (operation: OperationName, input?: object) => Promise<any>
  /** The same as the member. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly asMember: (operation: OperationName, input?: object) => Promise<any>
}

/** What an operation is called with, and the statuses that it has for the three who may be who they say they are. */
export interface Case {
  readonly input?: (has: Belongings, nobody: boolean) => object | Promise<object>
  readonly member: number
  readonly other: number
  readonly admin: number
  /** In a session after a backup code, where that is not 403. */
  readonly recovered?: number
  /** In a session of a PIN, where that is neither 403 nor as for the member. */
  readonly pin?: number
  /** Without a token, where that is not 401. */
  readonly nobody?: number
  /** Changes its caller for good, so that each cell has people of its own. */
  readonly ownPeople?: true
}

export const anybody = (status: number) => ({ member: status, other: status, admin: status })
export const adminsOnly = (status = 200) => ({ member: 403, other: 403, admin: status })
/** For the member whose it is; for anybody else it is not there. */
export const ownerAlone = { member: 200, other: 404, admin: 404 }

/** Part of a name that nothing else has. */
export const unique = () => randomUUID().slice(0, 8)

/** Cases of some operations, each named as the operation is. */
export type Cases = Partial<Record<OperationName, Case>>
