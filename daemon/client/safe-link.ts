const allowed = new Set(['http:', 'https:', 'mailto:'])

/** A whole address that a reply may link to; an empty one for any other. */
export function safeLink(address: string): string {
  return URL.canParse(address) && allowed.has(new URL(address).protocol) ? address : ''
}
