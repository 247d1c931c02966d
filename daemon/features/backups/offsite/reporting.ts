import { type Clock, iso } from '../../../kernel/clock.ts'
import type { Home } from '../../../kernel/home.ts'
import type { Log } from '../../../kernel/log.ts'
import type { SnapshotCheck, CheckRequest } from './checking.ts'
import type { Trouble } from './object-store.ts'
import type { RunResult } from './snapshotting.ts'
import { type Check, readState, type State, untried, writeState } from './state.ts'

/** How long a place may be out of use before the admins are told, in milliseconds: a day. */
const toldAfterMs = 86_400_000

/** What the admins are told, each in their language. */
export type OffsiteNews =
  | {
      readonly trouble: Trouble
      readonly location: string
      /** Milliseconds since the epoch. */
      readonly since: number
    }
  | { readonly broken: CheckRequest['kind']; readonly location: string; readonly snapshot_at: number }

export interface ReportingDependencies {
  readonly home: Pick<Home, 'offsiteState'>
  readonly notifyAdmins: (news: OffsiteNews) => void
  readonly recordCheck: (
    kind: CheckRequest['kind'],
    checked: Pick<SnapshotCheck, 'snapshot_at' | 'fault'>,
  ) => void
  readonly clock: Clock
  readonly log: Log
}

/** Keeps how it went with encrypted backups in the home, and says what changes. */
export function openReporting({ home, notifyAdmins, recordCheck, clock, log }: ReportingDependencies) {
  let state = readState(home.offsiteState)
  const keep = (next: State) => {
    state = next
    writeState(home.offsiteState, state)
  }

  const failed = (location: string, trouble: Trouble, message: string) => {
    const now = clock.now()
    const { trouble_since, told } = state
    const since = trouble_since === null ? now : Date.parse(trouble_since)
    if (state.trouble !== trouble) log.warn({ trouble, message }, 'backups do not reach the other disk')
    const isTime = !told && now - since >= toldAfterMs
    if (isTime) notifyAdmins({ trouble, location, since })
    keep({ ...state, trouble, trouble_since: iso(since), told: told || isTime })
  }

  return {
    state: () => state,
    forget: () => keep(untried),
    failed,
    /** `carriedOut` are the erasures that the run was asked to carry out, by their ids. */
    ended: (location: string, result: RunResult, carriedOut: readonly string[]) => {
      if ('trouble' in result) {
        failed(location, result.trouble, result.message)
        return
      }
      const { newest, made, snapshots, bytes, erased } = result
      if (state.trouble !== null) log.info('backups reach the other disk again')
      if (made) log.info({ snapshots, bytes }, 'a snapshot on the other disk was made and verified')
      if (erased > 0)
        log.info({ erased }, 'snapshots on the other disk no longer hold what members have reset')
      const well = { trouble: null, trouble_since: null, told: false }
      const now = iso(clock.now())
      const done = { snapshots, bytes, erased: [...carriedOut] }
      keep({ ...state, last_snapshot_at: newest, last_checked_at: now, ...done, ...well })
    },
    /** Notes down what a check has found; tells of it where that is news. */
    checked: (location: string, kind: CheckRequest['kind'], result: SnapshotCheck) => {
      const { name, snapshot_at, fault, detail, memories } = result
      const before = state[kind]
      const check: Check = { at: iso(clock.now()), name, snapshot_at, fault }
      keep({ ...state, [kind]: check })
      if (fault === null) log.info({ kind, snapshot_at, memories }, 'a snapshot was checked, and is whole')
      else log.error({ kind, snapshot_at, fault, detail }, 'a snapshot cannot be relied on')
      if (kind === 'drill' || fault !== null) recordCheck(kind, { snapshot_at, fault })
      // One notice is enough until a check goes well again.
      const isKnown = before !== null && before.fault !== null
      if (fault !== null && !isKnown)
        notifyAdmins({ broken: kind, location, snapshot_at: Date.parse(snapshot_at) })
    },
  }
}
