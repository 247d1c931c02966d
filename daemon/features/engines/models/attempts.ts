import type { EngineFailureKind } from './engine-failed.ts'

/** What is known of a model server by what was tried on it. */
export interface Attempts {
  readonly replied: () => void
  readonly failed: (kind: EngineFailureKind) => void
  /** It was asked for its models; `failure` where it did not list them. Answers whether that is news. */
  readonly probed: (failure: EngineFailureKind | null) => boolean
  /** Why the last attempt failed; null where it did not. */
  readonly lastFailure: () => EngineFailureKind | null
  /** Whether it has ever written a reply or listed its models. */
  readonly answered: () => boolean
}

/** That a server lists no models may have other reasons: some have no such list, or keys that may not see it. */
const gone: ReadonlySet<EngineFailureKind> = new Set([
  'unreachable',
  'timed_out',
  'broken_off',
  'server_error',
])

export function openAttempts(): Attempts {
  let reply: EngineFailureKind | null = null
  let probe: EngineFailureKind | null = null
  let answered = false
  return {
    replied: () => {
      reply = probe = null
      answered = true
    },
    failed: (kind) => {
      reply = kind
    },
    probed: (failure) => {
      const before = probe
      probe = failure !== null && gone.has(failure) ? failure : null
      // A list of models shows that the server is back, and of a reply that failed otherwise nothing.
      if (probe === null && reply === 'unreachable') reply = null
      answered ||= failure === null
      return before !== probe
    },
    lastFailure: () => probe ?? reply,
    answered: () => answered,
  }
}
