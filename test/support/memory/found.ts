import { after } from 'node:test'
import type { Filter } from '../../../daemon/features/memory/filter.ts'
import { household, type MemoryRow, newRow } from '../../../daemon/features/memory/rows.ts'
import { openFinding, type SearchQuery, shownOf } from '../../../daemon/features/memory/search/finding.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openForReading } from '../../../daemon/store/store.ts'
import { openTestStore } from '../store.ts'
import { anyCalibration } from './calibration.ts'

export const everything: Filter = {
  kind: null,
  tag: null,
  visibility: null,
  created_after: 0,
  created_before: Number.MAX_SAFE_INTEGER,
}

/** A unit vector that points along some axes: the more of them two share, the more alike they are. */
export function meaning(...axes: number[]): Float32Array {
  const vector = new Float32Array(384)
  for (const axis of axes) vector[axis] = 1 / Math.sqrt(axes.length)
  return vector
}

/** A household with memories of its own, and a search beside it. */
export function openFound() {
  const { home, store, clock, client, addMember } = openTestStore()
  const reading = openForReading(home.database)
  after(() => reading.close())
  const { search: find, changed } = openFinding(reading)
  /** What is told of a change: nothing, where a test puts something else there. */
  const told = { changed }
  const memories = memoryStore(store, (owner, memory_id) => told.changed(owner, memory_id))
  const olga = addMember('olga').family_member_uuid
  const mia = addMember('mia').family_member_uuid

  /** Without a vector (null), it is one that was told while the model was away. */
  const put = (
    owner: string,
    content: string,
    vector: Float32Array | null,
    more: Partial<MemoryRow> = {},
  ) => {
    const now = iso(clock.now())
    clock.advance(1)
    return store.write((tx) =>
      memories.insert(
        tx,
        {
          ...newRow({ content }, owner === household ? olga : owner, now),
          owner,
          visibility: owner === household ? 'household' : 'private',
          ...more,
        },
        vector ? { a: vector } : {},
      ),
    )
  }

  const query = (text: string, vector: Float32Array, more: Partial<SearchQuery> = {}): SearchQuery => ({
    owners: [olga, household],
    text,
    vector,
    table: 'a',
    filter: everything,
    limit: 10,
    calibration: anyCalibration,
    now: clock.now(),
    ...more,
  })
  const search = (...asked: Parameters<typeof query>) => find(query(...asked))
  const texts = async (...asked: Parameters<typeof search>) =>
    shownOf(await search(...asked)).map(({ row }) => row.content)
  return { store, clock, client, reading, told, memories, olga, mia, put, query, search, texts }
}
