/** How something is: well, not quite, or not at all. */
export type State = 'ok' | 'degraded' | 'down'
