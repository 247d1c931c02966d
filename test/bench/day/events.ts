import type { DaemonProcess } from '../daemon-process.ts'
import type { Lines } from './lines.ts'
import type { Promises } from './promises.ts'

/** A daemon that runs, and the connections to it. */
export interface Running {
  readonly daemon: DaemonProcess
  readonly lines: Lines
}

/** What all who live there share. */
export interface Day {
  readonly promises: Promises
  /** The daemon that runs; waits for one while none does. */
  readonly running: () => Promise<Running>
  /** Counts an event of a kind; `refused` is the code where it was. */
  readonly count: (kind: EventKind, refused: string | null) => void
  readonly members: () => readonly string[]
  /** Told of what a search did not find at once. */
  readonly foundLate: (what: string) => void
  /** Told of what should never be. */
  readonly broken: (what: string) => void
}

export const eventKinds = [
  'memory stored',
  'memory forgotten',
  'memory deleted',
  'search',
  'look for another’s',
  'said over REST',
  'said over WebSocket',
  'said over gRPC',
  'goal made',
  'goal ended',
  'interaction made',
  'interaction answered',
  'sign-in',
  'key made',
  'key revoked',
  'backup',
  'file imported',
  'admin work',
] as const
export type EventKind = (typeof eventKinds)[number]

/** How often each kind is chosen. */
const weights: Readonly<Record<EventKind, number>> = {
  'memory stored': 22,
  'memory forgotten': 6,
  'memory deleted': 3,
  search: 22,
  'look for another’s': 8,
  'said over REST': 8,
  'said over WebSocket': 4,
  'said over gRPC': 4,
  'goal made': 6,
  'goal ended': 4,
  'interaction made': 5,
  'interaction answered': 4,
  'sign-in': 1,
  'key made': 1,
  'key revoked': 1,
  backup: 0.3,
  'file imported': 0.4,
  'admin work': 2,
}
/** What only an admin may do. */
const forAdmins: ReadonlySet<EventKind> = new Set(['interaction made', 'backup', 'admin work'])
const allWeights = Object.values(weights).reduce((sum, one) => sum + one, 0)

/** What comes next, by a number from 0 up to 1; a search where only an admin may do what would. */
export function nextKind(chance: number, isAdmin: boolean): EventKind {
  let at = chance * allWeights
  const chosen = eventKinds.find((one) => (at -= weights[one]) < 0) ?? 'search'
  return isAdmin || !forAdmins.has(chosen) ? chosen : 'search'
}
