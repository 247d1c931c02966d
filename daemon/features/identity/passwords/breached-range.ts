import { hash } from 'node:crypto'
import { ConfigError } from '../../../kernel/config.ts'
import type { Log } from '../../../kernel/log.ts'
import type { BreachedSet } from './breached-set.ts'

const responseTimeoutMs = 3_000
const thisMachine = new Set(['127.0.0.1', '[::1]', 'localhost'])
const line = /^([0-9A-F]{35}):(\d+)$/i

/** What the log may say of a service that fails: nothing of what it was asked. */
class RangeServiceFailed extends Error {}

/**
 * A service of the Have-I-Been-Pwned range API at `url`. It is told the first 5 of the 40 hex digits of a password's
 * SHA-1, and answers with all that begin so. Throws `ConfigError` for a URL that is not https (or http on this
 * machine); where the service fails or takes over 3 s, the log is warned and no password is in it.
 */
export function openBreachedRange(url: string, log: Log): BreachedSet {
  const base = requirePrivateUrl(url)
  return {
    has: async (password) => {
      const digest = hash('sha1', password).toUpperCase()
      try {
        return (await suffixes(`${base}/${digest.slice(0, 5)}`)).has(digest.slice(5))
      } catch (error) {
        log.warn({ error: explain(error) }, 'the breached-password service failed')
        return false
      }
    },
  }
}

async function suffixes(url: string): Promise<Set<string>> {
  const response = await fetch(url, {
    headers: { 'add-padding': 'true' },
    redirect: 'error',
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  const answer = await response.text()
  if (!response.ok) throw new RangeServiceFailed(`status ${response.status}`)
  const leaked = new Set<string>()
  for (const text of answer.split(/\r?\n/)) {
    if (text === '') continue
    const [, suffix, count] = line.exec(text) ?? []
    if (suffix === undefined) throw new RangeServiceFailed('not a range of hashes')
    // Padding, which hides from who listens how many there are, has a count of 0.
    if (Number(count) > 0) leaked.add(suffix.toUpperCase())
  }
  return leaked
}

function requirePrivateUrl(url: string): string {
  const parsed = URL.parse(url)
  const secure =
    parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && thisMachine.has(parsed.hostname))
  if (!parsed || !secure) {
    throw new ConfigError('password.range_url must be an https URL, or an http one of this machine')
  }
  if (parsed.username || parsed.password || parsed.search || parsed.hash) {
    throw new ConfigError('password.range_url must have no user, query or fragment')
  }
  return parsed.href.replace(/\/+$/, '')
}

function explain(error: unknown): string {
  if (error instanceof RangeServiceFailed) return error.message
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause as NodeJS.ErrnoException | undefined
  return cause?.code ?? error.name
}
