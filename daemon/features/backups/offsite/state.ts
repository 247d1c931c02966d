import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readIfThere, writeSecret } from '../../../kernel/home.ts'
import { Moment, nullable } from '../../../kernel/schema.ts'

const Check = Type.Object({
  at: Moment,
  name: Type.String(),
  snapshot_at: Moment,
  fault: nullable(Type.Enum(['missing', 'damaged', 'different'])),
})
export type Check = Static<typeof Check>

/** How it went with the backups on another disk, as it lies in the home. */
const State = Type.Object({
  last_snapshot_at: nullable(Moment),
  last_checked_at: nullable(Moment),
  snapshots: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  trouble: nullable(Type.Enum(['away', 'full', 'denied', 'failed'])),
  trouble_since: nullable(Moment),
  /** Whether the admins were told of the trouble. */
  told: Type.Boolean(),
  /** The erasures that were carried out there, by their ids; left out before the first. */
  erased: Type.Optional(Type.Array(Type.String())),
  /** The last time that the newest snapshot was restored on trial. */
  drill: nullable(Check),
  /** The last time that one of the older snapshots was read through. */
  turn: nullable(Check),
})
export type State = Static<typeof State>

export const untried: State = {
  last_snapshot_at: null,
  last_checked_at: null,
  snapshots: 0,
  bytes: 0,
  trouble: null,
  trouble_since: null,
  told: false,
  drill: null,
  turn: null,
}

/** Reads the state; what is no state is as good as none. */
export function readState(file: string): State {
  try {
    const state: unknown = JSON.parse(readIfThere(file) ?? 'null')
    return Value.Check(State, state) ? state : untried
  } catch {
    return untried
  }
}

export function writeState(file: string, state: State): void {
  writeSecret(file, `${JSON.stringify(state, null, 2)}\n`)
}
