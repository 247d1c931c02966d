import type { InputOf } from '../../client/types.ts'

export type Scope = InputOf<'keys.create'>['scopes'][number]

const day = 86_400_000

/** How long a key may last, as one chooses it; the values are days. */
const days = { never: null, month: 30, quarter: 90, year: 365 } as const
export type KeyLifetime = keyof typeof days
export const keyLifetimes = Object.keys(days) as KeyLifetime[]

/** When a key that is made at `now` ends, ISO 8601; null for one that does not. */
export function expiryOf(lifetime: KeyLifetime, now: number): string | null {
  const length = days[lifetime]
  return length === null ? null : new Date(now + length * day).toISOString()
}

/** What a member with those roles may give to a key. */
export function scopesFor(roles: readonly string[]): readonly Scope[] {
  const own: readonly Scope[] = ['read', 'talk', 'remember', 'ask', 'act']
  return roles.includes('admin') ? [...own, 'metrics', 'admin'] : own
}
