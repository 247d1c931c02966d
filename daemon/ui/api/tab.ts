const place = 'companion.tab'

/** What a tab keeps while its page is loaded anew. It holds no longer than the daemon runs that gave it. */
export interface TabKey {
  readonly tab_key: string
  readonly session_uuid: string
}

/** What this tab has kept; null where that is nothing of use. */
export function keptKey(): TabKey | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null')
    return isTabKey(kept) ? kept : null
  } catch {
    return null
  }
}

/** Keeps a key in this tab, or nothing more for null. */
export function keepKey(key: TabKey | null): void {
  if (key === null) sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, JSON.stringify(key))
}

const lockOf = (session_uuid: string) => `companion.session.${session_uuid}`

/** Whether a page of another tab has this session, as where a tab was duplicated. */
export async function heldElsewhere(session_uuid: string): Promise<boolean> {
  const { held } = await navigator.locks.query()
  return held?.some(({ name }) => name === lockOf(session_uuid)) ?? false
}

/** Holds a session for as long as this page lives, or until the answer is called. */
export function holdSession(session_uuid: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  navigator.locks.request(lockOf(session_uuid), () => promise).catch(() => {})
  return resolve
}

function isTabKey(value: unknown): value is TabKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'tab_key' in value &&
    typeof value.tab_key === 'string' &&
    'session_uuid' in value &&
    typeof value.session_uuid === 'string'
  )
}
