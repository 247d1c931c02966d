import { setTimeout as wait } from 'node:timers/promises'
import { isAddress, type BackupPlace, parseLocation } from '../../../kernel/offline/backup-location.ts'
import type { Home } from '../../../kernel/home.ts'
import { keepSecret, readSecret } from '../../../kernel/encryption/home-key.ts'
import { programModule } from '../../../kernel/program.ts'
import type { RunningConfig } from '../../../kernel/running-config.ts'
import { openThread, type Thread } from '../../../kernel/thread.ts'
import type { TrustedClock } from '../../../store/trusted-clock.ts'
import type { Erasure } from '../../../store/tables.ts'
import * as failures from '../failures.ts'
import { openOneAtATime } from '../one-at-a-time.ts'
import type { Destination } from '../schemas.ts'
import type { CheckRequest, CheckResult } from './checking.ts'
import { keepCredentials, readPlace } from './credentials.ts'
import { openFolderStore } from './folder-store.ts'
import type { OffsiteRequest } from './offsite-requests.ts'
import { parseKeys } from './household-keys.ts'
import { openReporting, type ReportingDependencies } from './reporting.ts'
import { type PlaceRefusal, recipientOf, type SetUp } from './set-up.ts'
import type { Manifest } from './snapshots.ts'
import type { RunResult } from './snapshotting.ts'
import type { State } from './state.ts'
import { clearWork } from './working-files.ts'

/** The delay after a start, in milliseconds: other work comes first. */
const pauseMs = 20_000
const hourMs = 3_600_000
const dayMs = 86_400_000
/** Between two drills, in milliseconds: a month. */
const drillMs = 30 * dayMs
/** Between two attempts while the place is out of use, in milliseconds. */
const retryMs = 600_000
/** How long the disk may take to say that it is there, in milliseconds: a network one may never. */
const thereMs = 3_000
const maxHeapMb = 512

interface OffsiteDependencies extends Omit<ReportingDependencies, 'home' | 'clock'> {
  readonly clock: TrustedClock
  readonly home: Home
  readonly runningConfig: Pick<RunningConfig, 'destination' | 'changeDestination'>
  readonly resets: () => readonly Erasure[]
  /** Whether anybody lives here. */
  readonly hasMembers: () => boolean
}

/** Encrypted backups on another disk or a server. */
export interface Offsite {
  /**
   * Makes a place the destination, and answers the words that open it. Throws `CONFLICT` while a snapshot is made or where
   * the environment names another place, `UNPROCESSABLE` where this one will not do.
   */
  readonly setUp: (place: BackupPlace) => Promise<Destination & Pick<SetUp, 'words'>>
  readonly status: () => Promise<Destination>
  /** How it stands, for the health of the whole; null where no destination is set up. */
  readonly state: () => State | null
  /** Begins a snapshot. Throws `CONFLICT` where no destination is set, and while one is made. */
  readonly snapshot: () => Promise<Destination>
  /**
   * Lets no more backups go there, and ends one that is being made; what lies there stays. Throws `CONFLICT` where the
   * environment names the place.
   */
  readonly turnOff: () => Promise<Destination>
  /** Whether the snapshots can hold still what an erasure has deleted; null where no destination is set up. */
  readonly holding: (erasure: Erasure) => boolean | null
  /** Deletes from the snapshots what members have reset, as soon as the place can be used. */
  readonly eraseResets: () => void
  readonly stop: () => Promise<void>
}

type Reason = Manifest['reason']

const refusals: Readonly<Record<PlaceRefusal, typeof failures.FolderUnusable>> = {
  unusable: failures.FolderUnusable,
  unreachable: failures.StorageUnreachable,
  denied: failures.StorageDenied,
  in_home: failures.FolderInHome,
  of_system: failures.FolderOfSystem,
  taken: failures.FolderTaken,
}

/** Opens them: a snapshot every hour in which something has changed, each verified; a drill every month. */
export function openOffsite(dependencies: OffsiteDependencies): Offsite {
  const { home, runningConfig, log } = dependencies
  const worker = openWorker()
  const reporting = openReporting(dependencies)
  const keys = () => parseKeys(readSecret(home.offsiteKeys))
  const working = openWorking({ ...dependencies, worker, reporting, keys })
  clearWork(home)

  const isSetUp = () => runningConfig.destination() !== undefined && keys() !== null
  const status = async (): Promise<Destination> => {
    const location = runningConfig.destination() ?? null
    const state = reporting.state()
    const recipient = keys()?.recipient
    const isReachable = await Promise.race([
      isThere(location, recipient, state),
      wait(thereMs, false, { ref: false }),
    ])
    return toDestination(location, {
      set_up: isSetUp(),
      there: isReachable,
      running: working.busy(),
      state,
    })
  }

  return {
    status,
    state: () => (isSetUp() ? reporting.state() : null),
    setUp: async (place) => {
      if (parseLocation(place.location) === null)
        throw isAddress(place.location) ? failures.AddressUnfit() : failures.FolderUnusable()
      const { words } = await working.alone(async () => {
        const request = { place, home: home.path, keys: keys() }
        const done = (await worker.request({ setUp: request })) as SetUp | PlaceRefusal
        if (typeof done === 'string') throw refusals[done]()
        const before = runningConfig.destination()
        // Where that is refused, the keys of the place that stays are still there.
        runningConfig.changeDestination(place.location)
        keepCredentials(home, place)
        keepSecret(home.offsiteKeys, `${JSON.stringify(done.keys, null, 2)}\n`)
        if (done.keys.recipient !== request.keys?.recipient || before !== place.location) reporting.forget()
        return done
      })
      log.info('a place for encrypted backups was set up')
      working.tick('set_up')
      return { ...(await status()), words }
    },
    snapshot: () => {
      if (!isSetUp()) throw failures.NoDestination()
      if (working.busy()) throw failures.BackupUnderWay()
      working.tick('manual')
      return status()
    },
    turnOff: async () => {
      runningConfig.changeDestination(undefined)
      await worker.stop()
      await working.settled()
      clearWork(home)
      keepCredentials(home, { location: '', credentials: null })
      reporting.forget()
      log.info('encrypted backups go nowhere any more')
      return status()
    },
    eraseResets: () => working.tick(),
    holding: ({ erasure_uuid }) =>
      isSetUp() ? !(reporting.state().erased ?? []).includes(erasure_uuid) : null,
    stop: async () => {
      working.end()
      await worker.stop()
      await working.settled()
      clearWork(home)
    },
  }
}

interface WorkingDependencies extends OffsiteDependencies {
  readonly worker: ReturnType<typeof openWorker>
  readonly reporting: ReturnType<typeof openReporting>
  readonly keys: () => ReturnType<typeof parseKeys>
}

/** Does what is due, one thing at a time: a snapshot, then what is to be checked. */
function openWorking(dependencies: WorkingDependencies) {
  const { home, runningConfig, resets, hasMembers, clock, log, worker, reporting, keys } = dependencies
  let cancel = () => {}
  const work = openOneAtATime()
  let again = false

  /** Whether what came of some work still matters. */
  const isWanted = (location: string) => !work.isOver() && runningConfig.destination() === location

  const run = async (reason: Reason): Promise<void> => {
    const location = runningConfig.destination()
    const opened = keys()
    if (location === undefined || opened === null) return
    const due = resets()
    const carriedOut = new Set(reporting.state().erased)
    // Where the last member has left, the snapshots must still lose what they hold.
    if (!hasMembers() && due.every(({ erasure_uuid }) => carriedOut.has(erasure_uuid))) return
    const place = readPlace(home, location)
    const { drill, turn } = reporting.state()
    const thorough = [drill, turn].some((check) => check !== null && check.fault !== null)
    const request = {
      home,
      place,
      keys: opened,
      reason,
      now: clock.now(),
      resets: due,
      thorough,
      thins: clock.isTrusted(),
    }
    try {
      const result = (await worker.request({ run: request })) as RunResult
      const ids = due.map(({ erasure_uuid }) => erasure_uuid)
      if (isWanted(location)) reporting.ended(location, result, ids)
      if ('trouble' in result) return
      for (const kind of dueChecks(reporting.state(), clock.now())) {
        if (!isWanted(location)) return
        const after = reporting.state().turn?.name ?? null
        const check: CheckRequest = { kind, home, place, keys: opened, after }
        const checked = (await worker.request({ check })) as CheckResult
        if (checked === null || !isWanted(location)) continue
        if ('trouble' in checked) reporting.failed(location, checked.trouble, checked.message)
        else reporting.checked(location, kind, checked)
      }
    } catch (error) {
      if (!isWanted(location)) return
      log.error({ err: error }, 'a snapshot on the other disk failed')
      reporting.failed(location, 'failed', String(error))
    }
  }

  /** Runs, then again after an hour, or sooner where the place could not be used. */
  const tick = (reason: Reason = 'hourly'): void => {
    cancel()
    if (work.isOver()) return
    if (work.isWorking()) {
      again = true
      return
    }
    again = false
    void goOn(reason)
  }
  const goOn = async (reason: Reason) => {
    await work.alone(() => run(reason))
    if (again) tick()
    else if (!work.isOver()) cancel = clock.after(reporting.state().trouble === null ? hourMs : retryMs, tick)
  }
  cancel = clock.after(pauseMs, tick)

  return {
    alone: work.alone,
    tick,
    busy: work.isBusy,
    settled: work.settled,
    end: () => {
      work.end()
      cancel()
    },
  }
}

/** Which checks are due: what has failed is looked at again the next day. */
function dueChecks({ drill, turn, snapshots }: State, now: number): CheckRequest['kind'][] {
  const isDue = (last: State['drill'], everyMs: number) =>
    last === null || now - Date.parse(last.at) >= (last.fault === null ? everyMs : dayMs)
  return [
    ...(isDue(drill, drillMs) ? ['drill' as const] : []),
    ...(snapshots > 1 && isDue(turn, dayMs) ? ['turn' as const] : []),
  ]
}

/** Whether the place can be used: a folder is looked at, a server was when it was last used. */
async function isThere(
  location: string | null,
  recipient: string | undefined,
  state: State,
): Promise<boolean> {
  const parsed = location === null ? null : parseLocation(location)
  if (parsed === null || recipient === undefined) return false
  if (parsed.kind !== 'folder') return state.trouble === null
  const actual = await recipientOf(openFolderStore(parsed.folder, null)).catch(() => null)
  return actual === recipient
}

interface DestinationStatus extends Pick<Destination, 'set_up' | 'there' | 'running'> {
  readonly state: State
}

/** How it stands, as it leaves the daemon. */
function toDestination(location: string | null, { state, ...status }: DestinationStatus): Destination {
  const { told: _, erased: _erased, drill, turn, ...went } = state
  const without = (check: State['drill']) =>
    check && { at: check.at, snapshot_at: check.snapshot_at, fault: check.fault }
  const kind = location === null ? null : (parseLocation(location)?.kind ?? null)
  return { location, kind, ...status, ...went, drill: without(drill), turn: without(turn) }
}

/** The thread that works on the place, which is there as long as it is needed. */
function openWorker() {
  let running: Thread | null = null
  return {
    request: async (request: OffsiteRequest): Promise<unknown> => {
      const thread = openThread(programModule('daemon/threads/folder-thread'), null, {
        maxHeapMb,
      })
      running = thread
      try {
        return await thread.request(request)
      } finally {
        running = null
        await thread.stop()
      }
    },
    stop: async () => {
      await running?.stop()
    },
  }
}
