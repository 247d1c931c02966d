import type { Components, Status } from './schemas.ts'

const mebibyte = 1_048_576
/** Free bytes below which the household should make room, and below which nothing is kept safely any more. */
const [scarce, full] = [1_024 * mebibyte, 64 * mebibyte]
/** Milliseconds by which the slowest hundredth of the moments may be late. */
const maxDelayMs = 200
/** Milliseconds that a message may wait for its subscriber. */
const maxWaitMs = 5_000

const severity: readonly Status[] = ['ok', 'degraded', 'down']

/** How the whole is: as the worst of its parts. */
export function worst(statuses: readonly Status[]): Status {
  return severity.findLast((status) => statuses.includes(status)) ?? 'ok'
}

export interface FullCheck {
  /** ISO 8601. */
  readonly checked_at: string
  readonly result: 'whole' | 'repaired' | 'damaged'
  /** What was wrong first; null for nothing. */
  readonly reason: string | null
}

/** How the database is, by whether it has just been read and how large its files are. */
export function databaseHealth(
  readable: boolean,
  sizes: { size_bytes: number; wal_bytes: number },
  repaired = false,
  check: FullCheck | null = null,
): Components['database'] {
  if (!readable) return { status: 'down', detail: 'The database cannot be read.', ...sizes }
  const repair = repaired ? ' It was damaged, and was repaired at the start.' : ''
  const status = check?.result === 'damaged' ? 'degraded' : 'ok'
  return {
    status,
    detail: `The database answers.${repair}${check === null ? '' : checkedText(check)}`,
    ...sizes,
  }
}

function checkedText({ checked_at, result, reason }: FullCheck): string {
  const day = checked_at.slice(0, 10)
  if (result === 'whole') return ` The full check of ${day} found it whole.`
  if (result === 'repaired') return ` The full check of ${day} found and repaired: ${reason}.`
  return ` The full check of ${day} found damage: ${reason}. Companion starts anew to repair it.`
}

/** How much room free bytes are. */
export function roomOf(free_bytes: number): 'fine' | 'scarce' | 'full' {
  if (free_bytes < full) return 'full'
  return free_bytes < scarce ? 'scarce' : 'fine'
}

/** Free space on the disk, null if unknown, and whether it can only be read. */
export function storageHealth(free_bytes: number | null, read_only = false): Components['storage'] {
  return { ...roomHealth(free_bytes, read_only), read_only }
}

function roomHealth(free_bytes: number | null, read_only: boolean): Omit<Components['storage'], 'read_only'> {
  if (read_only) return { status: 'down', detail: 'The disk can only be read at the moment.', free_bytes }
  if (free_bytes === null) {
    return { status: 'degraded', detail: 'The free room on the disk is unknown.', free_bytes }
  }
  const left = readable(free_bytes)
  const room = roomOf(free_bytes)
  if (room === 'full') {
    return { status: 'down', detail: `The disk is full: ${left} are left. Please make room.`, free_bytes }
  }
  if (room === 'scarce') {
    return { status: 'degraded', detail: `The disk is getting full: ${left} are left.`, free_bytes }
  }
  return { status: 'ok', detail: `There is room: ${left} are free.`, free_bytes }
}

/** Whether requests are handled promptly, by the 99th percentile of the delay; null if it is too early to say. */
export function eventLoopHealth(p99_ms: number | null): Components['event_loop'] {
  if (p99_ms === null) return { status: 'ok', detail: 'It is too early to tell.', p99_ms }
  return p99_ms > maxDelayMs
    ? { status: 'degraded', detail: 'The daemon is busy: requests wait before they are taken up.', p99_ms }
    : { status: 'ok', detail: 'Requests are taken up at once.', p99_ms }
}

/** Whether messages reach their subscribers in time. */
export function busHealth({
  waiting,
  longest_wait_ms,
}: {
  waiting: number
  longest_wait_ms: number
}): Components['bus'] {
  const figures = { waiting, longest_wait_ms }
  if (longest_wait_ms > maxWaitMs) {
    return { status: 'degraded', detail: 'Messages wait long for whoever receives them.', ...figures }
  }
  return { status: 'ok', detail: 'Messages arrive without delay.', ...figures }
}

/** What is known of encrypted backups somewhere else. */
export interface BackupStatus {
  readonly last_snapshot_at: string | null
  /** Whether none has reached their place for a day. */
  readonly told: boolean
  readonly drill: { readonly at: string; readonly fault: string | null } | null
  readonly turn: { readonly fault: string | null } | null
}

/** Whether encrypted backups reach their place and can be restored; null where none are set up. */
export function backupsHealth(status: BackupStatus | null): Components['backups'] {
  if (status === null)
    return {
      status: 'ok',
      detail: 'Backups stay on this machine.',
      last_snapshot_at: null,
      last_drill_at: null,
    }
  const { last_snapshot_at, told, drill, turn } = status
  const figures = { last_snapshot_at, last_drill_at: drill?.at ?? null }
  if (told)
    return { status: 'degraded', detail: 'Backups have not reached their place for a day.', ...figures }
  if (drill !== null && drill.fault !== null)
    return { status: 'degraded', detail: 'The newest backup could not be restored on trial.', ...figures }
  if (turn !== null && turn.fault !== null)
    return { status: 'degraded', detail: 'An older backup is damaged.', ...figures }
  return { status: 'ok', detail: 'Backups reach their place.', ...figures }
}

export interface ModelServerHealth {
  readonly circuit: string
  /** Why the last attempt failed; null where it did not. */
  readonly last_failure: string | null
  /** Whether it has ever answered anything. */
  readonly answered: boolean
}

/** Whether the model servers write that are set; none for the built-in engine. */
export function engineHealth(servers: readonly ModelServerHealth[]): Components['engine'] {
  if (servers.length === 0) return { status: 'ok', detail: 'The built-in engine answers.', answered: null }
  const isOne = servers.length === 1
  const answered = servers.some((one) => one.answered)
  if (servers.some(({ circuit, last_failure }) => circuit === 'open' || last_failure !== null)) {
    const detail = isOne
      ? 'The model server fails: the built-in engine replies instead.'
      : 'A model server fails: the next engine replies instead.'
    return { status: 'degraded', detail, answered }
  }
  const unasked = `The model server${isOne ? ' has' : 's have'} not been asked yet.`
  const detail = !answered ? unasked : isOne ? 'The model server answers.' : 'The model servers answer.'
  return { status: 'ok', detail, answered }
}

/** Whether a protocol can be reached. */
export function listenerHealth(protocol: string, listening: boolean): Components['rest'] {
  return listening
    ? { status: 'ok', detail: `${protocol} takes connections.` }
    : { status: 'down', detail: `${protocol} takes no connections.` }
}

function readable(bytes: number): string {
  const mebibytes = bytes / mebibyte
  return mebibytes < 1_024 ? `${Math.floor(mebibytes)} MiB` : `${(mebibytes / 1_024).toFixed(1)} GiB`
}
