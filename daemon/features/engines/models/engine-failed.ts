/** Every way in which a model fails to write a reply, in words for the log. */
const sentences = {
  unreachable: 'the model server cannot be reached',
  no_first_token: 'the model server did not begin to answer in time',
  timed_out: 'the model server did not finish in time',
  broken_off: 'the model server broke off in the middle of its answer',
  not_understood: 'the model server answered something that is no chat answer',
  refused: 'the model server refused the API key',
  no_model: 'the model server does not have the model',
  rejected: 'the model server rejected the request',
  server_error: 'the model server failed',
  empty: 'the model server gave an empty answer',
  filtered: 'the model server withheld its answer',
  cut_short: 'the answer ended before it was complete',
  too_long: 'the answer was longer than any reply may be',
  not_loaded: 'the file of the model could not be loaded',
  out_of_memory: 'the model took more memory than it may',
  resting: 'the model server failed too often and is left alone for a while',
  cancelled: 'nobody waits for the answer any more',
} as const

export type EngineFailureKind = keyof typeof sentences

export const engineFailureKinds = Object.keys(sentences) as EngineFailureKind[]

/** Why there is no reply of a model. Holds nothing of what was asked or answered, so it may be logged whole. */
export class EngineFailed extends Error {
  readonly kind: EngineFailureKind
  /** The HTTP status that the server answered with, or the code of the network's error; null where there is none. */
  readonly detail: number | string | null

  constructor(kind: EngineFailureKind, detail: number | string | null = null) {
    super(detail === null ? sentences[kind] : `${sentences[kind]} (${detail})`)
    this.name = 'EngineFailed'
    this.kind = kind
    this.detail = detail
  }
}
