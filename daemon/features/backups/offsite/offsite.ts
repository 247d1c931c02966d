import { isAbsolute } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Clock, iso } from '../../../kernel/clock.ts'
import { type Home, readIfThere, writeSecret } from '../../../kernel/home.ts'
import type { Log } from '../../../kernel/log.ts'
import { programModule } from '../../../kernel/program.ts'
import type { RunningConfig } from '../../../kernel/running-config.ts'
import { openThread, type Thread } from '../../../kernel/thread.ts'
import type { Erasure } from '../../../store/schema.ts'
import { BackupUnderWay, FolderInHome, FolderTaken, FolderUnusable, NoDestination } from '../failures.ts'
import type { Destination } from '../schemas.ts'
import type { OffsiteRequest } from './folder-thread.ts'
import { parseKeys } from './household-keys.ts'
import type { Trouble } from './object-store.ts'
import { type FolderRefusal, recipientOf, type SetUp } from './set-up.ts'
import type { RunResult } from './snapshotting.ts'
import type { Manifest } from './snapshots.ts'
import { readState, type State, untried, writeState } from './state.ts'
import { clearWork } from './working-files.ts'

/** The delay after a start, in milliseconds: other work comes first. */
const pauseMs = 20_000
const hourMs = 3_600_000
/** Between two attempts while the disk is away or full, in milliseconds. */
const retryMs = 600_000
/** How long the disk may be away or full before the admins are told, in milliseconds: a day. */
const toldAfterMs = 86_400_000
/** How long the disk may take to say that it is there, in milliseconds: a network one may never. */
const thereMs = 3_000
const maxHeapMb = 512

interface OffsiteDependencies {
  readonly home: Home
  readonly runningConfig: Pick<RunningConfig, 'destination' | 'changeDestination'>
  /** The resets of members. */
  readonly resets: () => readonly Erasure[]
  /** Whether anybody lives here. */
  readonly inhabited: () => boolean
  /** Tells the admins that nothing has reached the folder since then (milliseconds since the epoch). */
  readonly tellAdmins: (trouble: Trouble, folder: string, since: number) => void
  readonly clock: Clock
  readonly log: Log
}

/** Encrypted backups in a folder on another disk. */
export interface Offsite {
  /**
   * Makes a folder the destination, and answers the words that open it. Throws `CONFLICT` while a snapshot is made or where
   * the environment names another folder, `UNPROCESSABLE` where the folder will not do.
   */
  readonly setUp: (folder: string) => Promise<Destination & Pick<SetUp, 'words'>>
  readonly status: () => Promise<Destination>
  /** Begins a snapshot. Throws `CONFLICT` where no destination is set, and while one is made. */
  readonly snapshot: () => Promise<Destination>
  /**
   * Lets no more backups go there, and ends one that is being made; what lies there stays. Throws `CONFLICT` where the
   * environment names the folder.
   */
  readonly turnOff: () => Promise<Destination>
  /** Deletes from the snapshots what members have reset, as soon as the disk is there. */
  readonly eraseResets: () => void
  readonly stop: () => Promise<void>
}

type Reason = Manifest['reason']

const refusals: Readonly<Record<FolderRefusal, typeof FolderUnusable>> = {
  unusable: FolderUnusable,
  in_home: FolderInHome,
  taken: FolderTaken,
}

/** Opens them, and makes a snapshot every hour in which something has changed. */
export function openOffsite(dependencies: OffsiteDependencies): Offsite {
  const { home, runningConfig, resets, inhabited, clock, log } = dependencies
  const worker = openWorker()
  const reporting = openReporting(dependencies)
  let cancel = () => {}
  let underWay: Promise<unknown> | null = null
  let again = false
  let stopped = false

  const keys = () => parseKeys(readIfThere(home.offsiteKeys))

  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (underWay || stopped) throw BackupUnderWay()
    const running = work()
    underWay = running
    try {
      return await running
    } finally {
      underWay = null
    }
  }

  const run = async (reason: Reason): Promise<void> => {
    const folder = runningConfig.destination()
    const known = keys()
    if (folder === undefined || known === null || !inhabited()) return
    const request = { home, folder, keys: known, reason, now: clock.now(), resets: resets() }
    try {
      const result = (await worker.request({ run: request })) as RunResult
      if (isWanted(folder)) reporting.ended(folder, result)
    } catch (error) {
      if (!isWanted(folder)) return
      log.error({ err: error }, 'a snapshot on the other disk failed')
      reporting.ended(folder, { trouble: 'failed', message: String(error) })
    }
  }

  /** Whether what came of a run still matters. */
  const isWanted = (folder: string) => !stopped && runningConfig.destination() === folder

  /** Runs, then again after an hour, or sooner where the disk could not be used. */
  const tick = (reason: Reason = 'hourly'): void => {
    cancel()
    if (stopped) return
    if (underWay) {
      again = true
      return
    }
    again = false
    void goOn(reason)
  }
  const goOn = async (reason: Reason) => {
    await alone(() => run(reason))
    if (again) tick()
    else if (!stopped) cancel = clock.after(reporting.state().trouble === null ? hourMs : retryMs, tick)
  }
  clearWork(home)
  cancel = clock.after(pauseMs, tick)

  const status = async (): Promise<Destination> => {
    const folder = runningConfig.destination() ?? null
    const recipient = keys()?.recipient
    const found =
      folder === null ? null : await Promise.race([recipientOf(folder), wait(thereMs, null, { ref: false })])
    const { told: _, ...state } = reporting.state()
    const there = found !== null && found === recipient
    return {
      folder,
      set_up: folder !== null && recipient !== undefined,
      there,
      running: underWay !== null,
      ...state,
    }
  }

  return {
    status,
    setUp: async (folder) => {
      if (!isAbsolute(folder)) throw FolderUnusable()
      const { words } = await alone(async () => {
        const request = { folder, home: home.path, keys: keys() }
        const done = (await worker.request({ setUp: request })) as SetUp | FolderRefusal
        if (typeof done === 'string') throw refusals[done]()
        // Where that is refused, the keys of the folder that stays are still there.
        runningConfig.changeDestination(folder)
        writeSecret(home.offsiteKeys, `${JSON.stringify(done.keys, null, 2)}\n`)
        if (done.keys.recipient !== request.keys?.recipient) reporting.forget()
        return done
      })
      log.info('a folder on another disk was set up for backups')
      tick('set_up')
      return { ...(await status()), words }
    },
    snapshot: async () => {
      if (runningConfig.destination() === undefined || keys() === null) throw NoDestination()
      if (underWay || stopped) throw BackupUnderWay()
      tick('manual')
      return status()
    },
    turnOff: async () => {
      runningConfig.changeDestination(undefined)
      await worker.stop()
      await Promise.allSettled([underWay])
      clearWork(home)
      reporting.forget()
      log.info('encrypted backups go to no other disk any more')
      return status()
    },
    eraseResets: () => tick(),
    stop: async () => {
      stopped = true
      cancel()
      await worker.stop()
      await Promise.allSettled([underWay])
      clearWork(home)
    },
  }
}

/** Keeps how it went in the home, and says what changes. */
function openReporting({ home, tellAdmins, clock, log }: OffsiteDependencies) {
  let state = readState(home.offsiteState)
  const keep = (next: State) => {
    state = next
    writeState(home.offsiteState, state)
  }

  const failed = (folder: string, trouble: Trouble, message: string) => {
    const now = clock.now()
    const { trouble_since, told } = state
    const since = trouble_since === null ? now : Date.parse(trouble_since)
    if (state.trouble !== trouble) log.warn({ trouble, message }, 'backups do not reach the other disk')
    const isTime = !told && now - since >= toldAfterMs
    if (isTime) tellAdmins(trouble, folder, since)
    keep({ ...state, trouble, trouble_since: iso(since), told: told || isTime })
  }

  return {
    state: () => state,
    forget: () => keep(untried),
    ended: (folder: string, result: RunResult) => {
      if ('trouble' in result) {
        failed(folder, result.trouble, result.message)
        return
      }
      const { newest, made, snapshots, bytes, erased } = result
      if (state.trouble !== null) log.info('backups reach the other disk again')
      if (made) log.info({ snapshots, bytes }, 'a snapshot on the other disk was made and verified')
      if (erased > 0)
        log.info({ erased }, 'snapshots on the other disk no longer hold what members have reset')
      const well = { trouble: null, trouble_since: null, told: false }
      keep({ last_snapshot_at: newest, last_checked_at: iso(clock.now()), snapshots, bytes, ...well })
    },
  }
}

/** The thread that works on the folder, which is there as long as it is needed. */
function openWorker() {
  let running: Thread | null = null
  return {
    request: async (request: OffsiteRequest): Promise<unknown> => {
      const thread = openThread(programModule('daemon/features/backups/offsite/folder-thread'), null, {
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
