/** What the app is asked to open. */
export type LinkTarget =
  /** The main window, as it was left. */
  | { readonly show: 'front' }
  /** A page of the main window, from its `/` on. */
  | { readonly show: 'page'; readonly path: string }
  /** The small window to ask in, with words to begin with. */
  | { readonly show: 'ask'; readonly text: string }
  /** One interaction, in its own window. */
  | { readonly show: 'interaction'; readonly interaction_id: string; readonly focus: boolean }

export const scheme = 'companion'

const pages = new Set(['talk', 'inbox', 'memories', 'mood', 'goals', 'me', 'household', 'system'])
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const code = /^[\w-]{1,64}$/
/** How many characters of words are taken over. */
const maxTextLength = 2_000

/**
 * What `companion://<page>`, `companion://ask?text=<words>`, `companion://inbox/<interaction_id>` and
 * `companion://welcome?invitation=<code>` want. Whoever writes such an address can show something, and do nothing: null for
 * all others.
 */
export function readLink(address: string): LinkTarget | null {
  if (!URL.canParse(address)) return null
  const { protocol, host: place, pathname, searchParams } = new URL(address)
  if (protocol !== `${scheme}:`) return null
  const host = place.toLowerCase()
  const path = pathname.replaceAll('/', '')
  if (host === 'inbox' && uuid.test(path))
    return { show: 'interaction', interaction_id: path.toLowerCase(), focus: true }
  if (path !== '') return null
  if (host === 'ask') return { show: 'ask', text: (searchParams.get('text') ?? '').slice(0, maxTextLength) }
  if (host === 'welcome') return invited(searchParams.get('invitation') ?? '')
  return pages.has(host) ? { show: 'page', path: `/${host}` } : null
}

const invited = (invitation: string): LinkTarget | null =>
  code.test(invitation) ? { show: 'page', path: `/welcome?invitation=${invitation}` } : null

/** What a program's arguments ask for: the first address among them. */
export function readWords(words: readonly string[]): LinkTarget | null {
  const address = words.find((word) => word.startsWith(`${scheme}:`))
  return address === undefined ? null : readLink(address)
}
