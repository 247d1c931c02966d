import { iso } from '../../kernel/clock.ts'
import { moment } from '../../kernel/moment.ts'
import { pageOf } from '../../kernel/paging.ts'
import { trail } from './ledger.ts'
import { distance, type EmotionVector, emotionVector, nearestEmotion } from './emotion-vector.ts'
import type { EmotionMoment, Listing } from './schemas.ts'
import type { Bucket, Emotions, LedgerRow, Page, Period } from './store.ts'

const lengths = { hour: 3_600_000, day: 86_400_000 }

interface Change {
  readonly entry: LedgerRow
  readonly state: EmotionVector
}

/** A page of how a member's companion has felt, newest first. */
export function historyOf(
  emotions: Emotions,
  family_member_uuid: string,
  { from, to, interval = 'raw', ...page }: Listing,
): { items: EmotionMoment[]; total: number } {
  const period = {
    from: from === undefined ? 0 : moment('from', from),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : moment('to', to),
  }
  const { limit, offset } = pageOf(page)
  if (interval === 'raw') return changesOf(emotions, family_member_uuid, period, { limit, offset })
  return meansOf(emotions, family_member_uuid, period, lengths[interval], { limit, offset })
}

function changesOf(emotions: Emotions, family_member_uuid: string, period: Period, page: Page) {
  const { items, total } = emotions.page(family_member_uuid, period, page)
  const [newest, oldest] = [items.at(0), items.at(-1)]
  if (!newest || !oldest) return { items: [], total }
  const range = { before: oldest.entry_id, through: newest.entry_id }
  const { entries, origin } = emotions.feltSince(family_member_uuid, oldest.at, range)
  const states = new Map(trail(entries, origin).map(({ entry, after }) => [entry.entry_id, after.state]))
  const shownOf = (entry: LedgerRow) => {
    const state = states.get(entry.entry_id)
    return state ? [shown(state, entry.cause, entry.at)] : []
  }
  return { items: items.flatMap(shownOf), total }
}

/** The mean of each hour or day that has changes. */
function meansOf(emotions: Emotions, family_member_uuid: string, period: Period, length: number, page: Page) {
  const { items, total } = emotions.buckets(family_member_uuid, period, length, page)
  const [newest, oldest] = [items.at(0), items.at(-1)]
  if (!newest || !oldest) return { items: [], total }
  const from = Math.max(period.from, oldest.begin)
  const before = Math.min(...items.map(({ first }) => first))
  const through = Math.max(...items.map(({ last }) => last))
  const { entries, origin } = emotions.feltSince(family_member_uuid, from, { before, through })
  const changes = trail(entries, origin)
    .filter(({ entry }) => entry.kind === 'impulse' && entry.at >= period.from && entry.at < period.to)
    .map(({ entry, after }): Change => ({ entry, state: after.state }))
  const inside = Map.groupBy(changes, ({ entry }) => Math.floor(entry.at / length) * length)
  const shownOf = ({ begin }: Bucket) => {
    const some = inside.get(begin) ?? []
    return some.length === 0 ? [] : [shown(mean(some), causeOf(some), begin)]
  }
  return { items: items.flatMap(shownOf), total }
}

const mean = (changes: readonly Change[]) =>
  emotionVector((axis) => changes.reduce((sum, { state }) => sum + state[axis], 0) / changes.length)

const causeOf = (changes: readonly Change[]) =>
  changes.toSorted((a, b) => distance(b.entry) - distance(a.entry))[0]?.entry.cause ?? ''

const shown = (state: EmotionVector, cause: string, at: number): EmotionMoment => ({
  ...state,
  emotion: nearestEmotion(state),
  cause,
  created_at: iso(at),
})
