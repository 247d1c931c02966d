import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { household, newRow } from '../../../../daemon/features/memory/rows.ts'
import { iso } from '../../../../daemon/kernel/clock.ts'
import { meaning, openFound } from '../../../support/memory/found.ts'

describe('A search among what changes', () => {
  test('shows nobody what has become private, or was forgotten, right before it is told of the change', async () => {
    const { olga, mia, put, texts, told, store, memories, clock } = openFound()
    const [one, two] = [
      put(household, 'the party is on Friday', meaning(1)),
      put(mia, 'a party hat', meaning(1)),
    ]
    const forMia = () => texts('party', meaning(1), { owners: [mia, household] })
    assert.equal((await forMia()).length, 2)
    told.changed = () => {}
    store.write((tx) => {
      const secret = {
        owner: olga,
        visibility: 'private',
        content: 'the party is for Mia, a surprise',
      } as const
      memories.update(tx, { ...one, ...secret }, { a: meaning(1) })
      memories.forget(tx, two, iso(clock.now()))
    })
    assert.deepEqual(await forMia(), [])
  })

  test('finds what holds among any number of those whose place it has taken', async () => {
    const { olga, put, texts, clock } = openFound()
    for (let n = 0; n < 60; n += 1)
      put(olga, `my weight is ${60 + n} kg`, meaning(1), { superseded_by: randomUUID() })
    put(olga, 'my weight is 120 kg', meaning(1, 9))
    clock.advance(1)
    assert.equal((await texts('what is my weight', meaning(1)))[0], 'my weight is 120 kg')
  })

  test('finds by words among many where the embedding model does not work', async () => {
    const { olga, store, memories, clock, texts } = openFound()
    const row = (content: string) => newRow({ content }, olga, iso(clock.now()))
    store.write((tx) => {
      for (let n = 0; n < 4_200; n += 1) memories.insert(tx, row(`walk ${n}`), { a: meaning(1, n % 300) })
      for (let n = 0; n < 400; n += 1) memories.insert(tx, row(`swim ${n}`), {})
      memories.insert(tx, row('the physiotherapist is Wanda'), { a: meaning(2) })
    })
    assert.equal((await texts('physiotherapist', new Float32Array(384)))[0], 'the physiotherapist is Wanda')
  })
})
