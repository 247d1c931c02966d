import { parse } from 'bowser'

/** The longest name of a client, in characters. */
const maxLength = 80

/** What people know a program by, from what it says of itself: `Firefox on Linux`, `Companion CLI`; null where that is nothing. */
export function clientName(user_agent: string): string | null {
  if (user_agent === '') return null
  if (/^Companion (?:CLI|app)$/.test(user_agent)) return user_agent
  const { browser, os } = parse(user_agent)
  const name = browser.name && os.name ? `${browser.name} on ${os.name}` : user_agent.split(/[/\s(]/)[0]
  return name?.replaceAll(/[^\p{L}\p{N} ._-]/gu, '').slice(0, maxLength) || null
}
