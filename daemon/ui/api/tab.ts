const place = 'companion.tab'

/** What a tab keeps while its page is loaded anew. */
export interface TabKey {
  /** It holds no longer than the daemon runs that gave it; null where the browser stays signed in by a key of its own. */
  readonly tab_key: string | null
  readonly session_uuid: string
}

export interface Tab {
  /** What is kept for the page that is loaded next; null where that is nothing of use. */
  readonly keptKey: () => TabKey | null
  /** Keeps a key, or nothing more for null. */
  readonly keepKey: (key: TabKey | null) => void
  /** Whether a page of another tab has this session, as where a tab was duplicated. */
  readonly heldElsewhere: (session_uuid: string) => Promise<boolean>
  /** Holds a session for as long as this page lives, or until the answer is called. */
  readonly holdSession: (session_uuid: string) => () => void
}

export const tab: Tab = { keptKey, keepKey, heldElsewhere, holdSession }

function keptKey(): TabKey | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null')
    return isTabKey(stored) ? stored : null
  } catch {
    return null
  }
}

function keepKey(key: TabKey | null): void {
  if (key === null) sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, JSON.stringify(key))
}

const lockOf = (session_uuid: string) => `companion.session.${session_uuid}`

async function heldElsewhere(session_uuid: string): Promise<boolean> {
  const { held } = await navigator.locks.query()
  return held?.some(({ name }) => name === lockOf(session_uuid)) ?? false
}

function holdSession(session_uuid: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  navigator.locks.request(lockOf(session_uuid), () => promise).catch(() => {})
  return resolve
}

function isTabKey(value: unknown): value is TabKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'tab_key' in value &&
    (typeof value.tab_key === 'string' || value.tab_key === null) &&
    'session_uuid' in value &&
    typeof value.session_uuid === 'string'
  )
}

/** Empties all places of a member in this tab. */
export function forgetMember(family_member_uuid: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.endsWith(`.${family_member_uuid}`)) sessionStorage.removeItem(key)
}
