/** The REST root of the daemon that serves this page. */
export const base_url = (): string => `${location.origin}/api/v1`

/** The address of its WebSocket. */
export const ws_url = (): string => `${location.origin.replace(/^http/, 'ws')}/ws`
