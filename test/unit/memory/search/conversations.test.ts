import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { openConversations } from '../../../../daemon/features/memory/search/conversations.ts'

describe('Conversations', () => {
  test('know what was told right before and after, whatever was added or dropped, in whatever order', () => {
    const told = fc.record({
      conversation: fc.constantFrom('a', 'b', null),
      at: fc.nat(20),
      dropped: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(told, { maxLength: 40 }), (all) => {
        const conversations = openConversations()
        for (const [place, { conversation, at }] of all.entries())
          conversations.add(place, { memory_id: place, conversation_uuid: conversation, created_at: at })
        for (const [place, { dropped }] of all.entries()) if (dropped) conversations.drop(place)
        const { conversation: numbers, before, after } = conversations.links()
        for (const name of ['a', 'b']) {
          const places = [...all.keys()]
            .filter((place) => all[place]?.conversation === name && !all[place].dropped)
            .toSorted((one, other) => (all[one]?.at ?? 0) - (all[other]?.at ?? 0) || one - other)
          for (const [at, place] of places.entries()) {
            assert.equal(before[place], places[at - 1] ?? -1)
            assert.equal(after[place], places[at + 1] ?? -1)
          }
          assert.ok(new Set(places.map((place) => numbers[place])).size <= 1)
        }
        for (const [place, { conversation, dropped }] of all.entries())
          if (conversation === null || dropped) assert.equal(numbers[place], -1)
      }),
    )
  })

  test('keep their order where a turn is added anew, also of what was told at one moment', () => {
    const conversations = openConversations()
    const turn = (memory_id: number) => ({ memory_id, conversation_uuid: 'a', created_at: 5 })
    for (const place of [0, 1, 2]) conversations.add(place, turn(place))
    conversations.drop(1)
    conversations.add(3, turn(1))
    const { before, after } = conversations.links()
    assert.deepEqual([before[3], after[3]], [0, 2])
  })
})
