import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { insertMemory } from '../../../daemon/features/memory/insertion.ts'
import { sayTheSame } from '../../../daemon/language/en/memory/paraphrase.ts'
import { newRow } from '../../../daemon/features/memory/rows.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { randomNumbers } from '../../support/memory/random-vectors.ts'
import same from '../../support/memory/same.json' with { type: 'json' }
import { openTestStore } from '../../support/store.ts'

/** Statements with a name, a number or a negation in braces, each in three ways. */
const templates = readFileSync(
  join(import.meta.dirname, '..', '..', 'support', 'memory', 'different.txt'),
  'utf8',
)
  .trim()
  .split('\n')
const random = randomNumbers(7)
const any = (below: number) => Math.floor(random() * below)

function pairOf(template: string): readonly [string, string] {
  const slots = [...template.matchAll(/\{([^}]*)\}/g)].map(([, slot = '']) => slot.split('|'))
  const chosen = slots.map((ways) => any(ways.length))
  const differs = any(slots.length)
  const fill = (other: number) => {
    let at = -1
    return template.replaceAll(/\{[^}]*\}/g, () => {
      at += 1
      const ways = slots[at] ?? []
      return ways[((chosen[at] ?? 0) + (at === differs ? other : 0)) % ways.length] ?? ''
    })
  }
  return [fill(0), fill(1 + any(2))]
}

describe('Two memories', () => {
  test('that differ in a name, a number or a negation are never merged: 2,000 pairs', () => {
    const { store, clock, addMember } = openTestStore()
    const memories = memoryStore(store)
    const member = addMember('olga').family_member_uuid
    // As alike as can be by their meaning: the words alone have to tell them apart.
    const vector = new Float32Array(384).with(1, 1)
    const merged: string[] = []
    for (let pair = 0; pair < 2_000; pair += 1) {
      const texts = pairOf(templates[pair % templates.length] ?? '')
      const [one, other] = texts.map((content) =>
        store.write((tx) =>
          insertMemory(memories, tx, newRow({ content }, member, iso(clock.now())), { a: vector }),
        ),
      )
      if (other?.merged && other.row.memory_id === one?.row.memory_id) merged.push(texts.join(' | '))
      store.write((tx) => memories.erase(tx, member))
    }
    assert.deepEqual(merged, [])
  })

  test('that say the same in other words are one, where the words and the meaning agree', () => {
    const { store, clock, addMember, count } = openTestStore()
    const memories = memoryStore(store)
    const member = addMember('olga').family_member_uuid
    const tell = (content: string, vector: Float32Array) =>
      store.write((tx) =>
        insertMemory(memories, tx, newRow({ content }, member, iso(clock.now())), { a: vector }),
      )
    const near = new Float32Array(384).with(1, 1)
    const first = tell('I take 20 mg of omeprazole in the morning.', near)
    const again = tell('In the morning I take twenty milligrams of omeprazole.', near)
    assert.deepEqual([again.merged, again.row.memory_id, again.row.strength], [true, first.row.memory_id, 2])
    const far = new Float32Array(384).with(2, 1)
    assert.equal(tell('In the morning, I take 20 milligrams of omeprazole', far).merged, false)
    assert.equal(count('memories'), 2)
  })

  test('that say the same in words hard to compare stay two: better twice than wrong', (t) => {
    const duplicates = same.pairs.filter(([one = '', other = '']) => sayTheSame(one, other))
    t.diagnostic(`${duplicates.length} of ${same.pairs.length} pairs that say the same are found`)
    assert.ok(duplicates.length >= 18)
  })
})
