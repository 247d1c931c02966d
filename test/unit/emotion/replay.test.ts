import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Bus } from '../../../daemon/bus/bus.ts'
import { type Entry, replay } from '../../../daemon/features/emotion/ledger.ts'
import { openEmotion } from '../../../daemon/features/emotion/operations.ts'
import { seeded } from '../../bench/search-texts.ts'
import { openTestStore } from '../../support/store.ts'
import { sayings } from '../../support/conversation/sayings.ts'

const traits = {
  openness: 0.7,
  conscientiousness: 0.6,
  extraversion: 0.6,
  agreeableness: 0.8,
  neuroticism: 0.3,
}
const hour = 3_600_000

const axes = ['valence', 'arousal', 'dominance'] as const
type Point = Readonly<Record<(typeof axes)[number], number>>
const near = (actual: Point, expected: Point) => {
  for (const axis of axes) {
    const apart = Math.abs(actual[axis] - expected[axis])
    assert.ok(apart <= 1e-9, `${axis} is ${actual[axis]}, not ${expected[axis]}`)
  }
}

it('replaying 5,000 ledger entries from scratch gives the stored state, to 1e-9', () => {
  const { store, clock, log, client, addMember } = openTestStore()
  const bus = new Bus(clock, log)
  const { feel, setBaseline, state: stateOf } = openEmotion({ store, bus, clock }, { traits })
  const { family_member_uuid: mia } = addMember('mia')
  const { family_member_uuid: tom } = addMember('tom')
  const random = seeded(42)
  store.write((tx) => {
    for (let entry = 0; entry < 5_000; entry += 1) {
      clock.advance(Math.floor(random() < 0.05 ? random() * 48 * hour : random() * 300_000))
      if (random() < 0.01) clock.setTime(clock.now() - Math.floor(random() * hour))
      const content = sayings[Math.floor(random() * sayings.length)] ?? ''
      if (random() < 0.03)
        setBaseline(tx, mia, { ...traits, extraversion: random(), agreeableness: random() })
      else feel(tx, mia, { content, message_uuid: null })
      if (random() < 0.1) feel(tx, tom, { content, message_uuid: null })
    }
  })
  const entries = client
    .prepare<[string], Entry>(
      `SELECT kind, valence, arousal, dominance, created_at AS at FROM emotion_ledger
         WHERE family_member_uuid = ? ORDER BY entry_id`,
    )
    .all(mia)
  assert.ok(entries.length > 5_000)
  const ledger = replay(entries)
  assert.ok(ledger)
  near(stateOf(mia), ledger.state)

  // The same by nothing but the formula, written down once more.
  const state = { valence: 0, arousal: 0, dominance: 0 }
  let rest: Point = state
  let last = 0
  for (const [index, entry] of entries.entries()) {
    const left = 2 ** (-Math.max(0, entry.at - last) / 600_000)
    for (const axis of axes) {
      if (index === 0) state[axis] = entry[axis]
      else state[axis] = rest[axis] + (state[axis] - rest[axis]) * left
      if (entry.kind === 'impulse') state[axis] = Math.min(1, Math.max(-1, state[axis] + entry[axis]))
    }
    if (entry.kind === 'baseline') rest = entry
    last = entry.at
  }
  near(stateOf(mia), state)
})
