/** How something is: well, not quite, or not at all. */
export type State = 'ok' | 'degraded' | 'down'

/** How the engine is: a server that is left alone, or failed when it was last tried, answers nobody. */
export function engineState({
  circuit,
  last_failure,
}: {
  readonly circuit: 'closed' | 'open' | 'half_open' | null
  readonly last_failure: string | null
}): State {
  return circuit === 'open' || last_failure !== null ? 'degraded' : 'ok'
}
