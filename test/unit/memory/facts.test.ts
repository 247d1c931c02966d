import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openFacts, startReadingFacts } from '../../../daemon/features/memory/facts/facts.ts'
import { type FactRow, peopleOf } from '../../../daemon/features/memory/facts/people.ts'
import { household, newRow } from '../../../daemon/features/memory/rows.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openTestStore } from '../../support/store.ts'

let at = 0
const fact = (name: string | null, relation: string | null, attribute: string, value: string): FactRow => ({
  name,
  relation,
  attribute,
  value,
  memory_id: (at += 1),
  modality: 'stated',
  memory_uuid: crypto.randomUUID(),
  content: value,
  family_member_uuid: 'olga',
  confidence: 1,
  valid_from: at,
  valid_to: null,
})

const currentFacts = (...rows: FactRow[]) =>
  peopleOf(rows).map(({ name, relation, facts }) => [
    name,
    relation,
    ...facts
      .filter(({ valid_to }) => valid_to === null)
      .map(({ attribute, value }) => `${attribute} ${value}`),
  ])

describe('The people of whom something is known', () => {
  it('are one by name and relation, where that is clear', () => {
    assert.deepEqual(
      currentFacts(
        fact('Anna', 'sister', 'name', 'Anna'),
        fact('Anna', null, 'lives in', 'Leeds'),
        fact(null, 'sister', 'works', 'at Lidl'),
      ),
      [['Anna', 'sister', 'name Anna', 'lives in Leeds', 'works at Lidl']],
    )
  })

  it('stay two where two have one name, and what is said of the name alone is of neither', () => {
    assert.deepEqual(
      currentFacts(
        fact('Ben', 'son', 'name', 'Ben'),
        fact('Ben', 'boss', 'name', 'Ben'),
        fact('Ben', null, 'lives in', 'York'),
      ),
      [
        ['Ben', 'son', 'name Ben'],
        ['Ben', 'boss', 'name Ben'],
        ['Ben', null, 'lives in York'],
      ],
    )
  })

  it('have one value of what has one, and all of what may have several', () => {
    assert.deepEqual(
      currentFacts(
        fact(null, null, 'lives in', 'York'),
        fact(null, null, 'lives in', 'Leeds'),
        fact(null, null, 'allergic to', 'nuts'),
        fact(null, null, 'allergic to', 'cats'),
        { ...fact(null, null, 'allergic to', 'nuts'), modality: 'denied' },
      ),
      [[null, null, 'lives in Leeds', 'allergic to cats', 'allergic to nuts']],
    )
  })
})

describe('Facts', () => {
  it('are read of what was told before they were, once', () => {
    const { store, clock, log, addMember } = openTestStore()
    const { family_member_uuid } = addMember('olga')
    const memories = memoryStore(store)
    store.write((tx) =>
      memories.insert(
        tx,
        newRow({ content: 'My sister Anna lives in Leeds.' }, family_member_uuid, iso(clock.now())),
        {},
      ),
    )
    const facts = openFacts(store)
    assert.deepEqual(facts.seenBy(family_member_uuid), [])
    const stop = startReadingFacts({ store, clock, log, facts })
    for (let round = 0; round < 3; round += 1) clock.advance(1_000)
    stop()
    assert.deepEqual(
      facts.seenBy(family_member_uuid).map(({ attribute, value }) => `${attribute} ${value}`),
      ['name Anna', 'lives in Leeds'],
    )
  })
  it('are those of the memories as they are by now, whatever has changed', () => {
    const { store, clock, addMember } = openTestStore()
    const [olga, emil] = [addMember('olga').family_member_uuid, addMember('emil').family_member_uuid]
    const facts = openFacts(store)
    const memories = memoryStore(store, facts.changed, undefined, undefined, facts.read)
    const now = iso(clock.now())
    const insert = (content: string, more: Partial<Parameters<typeof newRow>[0]> = {}) =>
      store.write((tx) => memories.insert(tx, newRow({ content, ...more }, olga, now), {}))
    const agree = (when: string) => {
      for (const member of [olga, emil])
        assert.deepEqual(facts.seenBy(member), openFacts(store).seenBy(member), when)
      return facts.seenBy(olga).length
    }
    assert.equal(agree('before anything is told'), 0)
    const anna = insert('My sister Anna lives in Leeds.')
    assert.equal(agree('once something is told'), 2)
    const old = insert('My dog is called Biscuit.', { told_at: '2020-01-01T00:00:00Z' })
    const two = agree('once something older is told')
    insert('My brother Ben lives in York.', { visibility: 'household' })
    assert.ok(agree('once the household may see something') > two)
    assert.ok(facts.seenBy(emil).length > 0)
    store.write((tx) => memories.update(tx, { ...anna, content: 'My sister Anna lives in Hull.' }, {}))
    agree('once something is put right')
    const shared = { ...old, owner: household, visibility: 'household' as const }
    store.write((tx) => memories.update(tx, shared, {}))
    agree('once something is shared')
    store.write((tx) => memories.forget(tx, shared, now))
    agree('once something is forgotten')
    store.write((tx) => memories.restore(tx, shared, {}))
    agree('once it is taken back')
    store.write((tx) => memories.remove(tx, anna))
    agree('once something is gone')
    store.write((tx) => memories.erase(tx, olga))
    assert.equal(agree('once all is gone'), 0)
  })
})
