/** How something is: well, not quite, or not at all. */
export type State = 'ok' | 'degraded' | 'down'

/** How the engine is: a server that is left alone, or is just tried again, answers nobody yet. */
export function engineState({
  circuit,
}: {
  readonly circuit: 'closed' | 'open' | 'half_open' | null
}): State {
  return circuit === null || circuit === 'closed' ? 'ok' : 'degraded'
}
