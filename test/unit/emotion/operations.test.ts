import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { Bus } from '../../../daemon/bus/bus.ts'
import { baselineOf } from '../../../daemon/features/emotion/baseline.ts'
import { halfLife } from '../../../daemon/features/emotion/ledger.ts'
import { openEmotion } from '../../../daemon/features/emotion/operations.ts'
import type { EmotionMoment, EmotionState, Reasons } from '../../../daemon/features/emotion/schemas.ts'
import { compileInput } from '../../../daemon/kernel/validate.ts'
import { seeded } from '../../bench/search-texts.ts'
import { callerOf, contextOf } from '../../support/wire/caller.ts'
import { openTestStore } from '../../support/store.ts'
import { sayings } from '../../support/conversation/sayings.ts'

const traits = {
  openness: 0.7,
  conscientiousness: 0.6,
  extraversion: 0.6,
  agreeableness: 0.8,
  neuroticism: 0.3,
}
const gloomy = { ...traits, agreeableness: 0.2, extraversion: 0.1, neuroticism: 0.9 }
const hour = 3_600_000

function open() {
  const opened = openTestStore()
  const { store, clock, log, client } = opened
  const bus = new Bus(clock, log)
  const feature = openEmotion({ store, bus, clock }, { traits })
  const { family_member_uuid: mia } = opened.addMember('mia')
  const { family_member_uuid: tom } = opened.addMember('tom')
  type Name = keyof typeof feature.operations
  const ask = (operation: Name, input: object = {}, member: string | null = mia) => {
    const { handler, input: schema } = feature.operations[operation]
    compileInput(schema)(input)
    const caller = callerOf(member ?? 'cli', { family_member_uuid: member })
    return handler(input, contextOf(operation, caller))
  }
  const rows = (member = mia) =>
    client
      .prepare<
        [string],
        {
          kind: 'baseline' | 'impulse'
          valence: number
          arousal: number
          dominance: number
          created_at: number
          cause: string
        }
      >(
        'SELECT kind, valence, arousal, dominance, created_at, cause FROM emotion_ledger WHERE family_member_uuid = ? ORDER BY entry_id',
      )
      .all(member)
  return {
    ...opened,
    ...feature,
    bus,
    mia,
    tom,
    rows,
    say: (content: string, member = mia, message_uuid: string | null = null) =>
      store.write((tx) => feature.feel(tx, member, { content, message_uuid, cause: content })),
    become: (changed: typeof traits, member = mia) =>
      store.write((tx) => feature.setBaseline(tx, member, changed)),
    current: (member: string | null = mia) => ask('emotion.current', {}, member) as EmotionState,
    history: (input: object = {}, member: string | null = mia) =>
      ask('emotion.history', input, member) as { items: EmotionMoment[]; total: number },
    why: (member: string | null = mia) => ask('emotion.why', {}, member) as Reasons,
  }
}

const axes = ['valence', 'arousal', 'dominance'] as const
type Point = Readonly<Record<(typeof axes)[number], number>>
const near = (actual: Point, expected: Point, within = 1e-9) => {
  for (const axis of axes) {
    assert.ok(
      Math.abs(actual[axis] - expected[axis]) <= within,
      `${axis}: ${actual[axis]}, ${expected[axis]}`,
    )
  }
}

describe('The emotional state', () => {
  it("is at rest at first, by the companion's traits", () => {
    const { current, count, clock } = open()
    const state = current()
    near(state, baselineOf(traits))
    assert.equal(state.updated_at, new Date(clock.now()).toISOString())
    assert.ok(state.intensity > 0 && state.intensity < 1)
    assert.equal(count('emotion_ledger'), 0)
  })

  it('is moved by a message, half of which is gone after ten minutes', () => {
    const { say, current, clock } = open()
    const rest = current()
    const moved = say('My dog died yesterday')
    assert.equal(moved.emotion, 'sad')
    assert.deepEqual(current(), moved)
    clock.advance(10 * 60_000)
    assert.ok(Math.abs(current().valence - (rest.valence + moved.valence) / 2) < 1e-9)
    clock.advance(24 * hour)
    near(current(), rest)
  })

  it('is not moved by a neutral message: no entry, no event', async () => {
    const { say, current, count, bus, mia } = open()
    const heard: unknown[] = []
    bus.subscribe(`emotion.state.${mia}`, { receive: ({ payload }) => void heard.push(payload) })
    assert.deepEqual(say('What is my puppy called?'), current())
    await new Promise(setImmediate)
    assert.deepEqual([heard, count('emotion_ledger'), count('emotions')], [[], 0, 0])
  })

  it('is published to the member only, once the message is stored', async () => {
    const { say, bus, mia, tom } = open()
    const heard: unknown[] = []
    for (const member of [mia, tom]) {
      bus.subscribe(`emotion.state.${member}`, {
        receive: ({ payload, metadata }) => void heard.push([payload, metadata.family_member_uuid]),
      })
    }
    const state = say('Thank you so much!')
    await new Promise(setImmediate)
    assert.deepEqual(heard, [[state, mia]])
    assert.deepEqual(Object.keys(state).toSorted(), [
      'arousal',
      'dominance',
      'emotion',
      'intensity',
      'updated_at',
      'valence',
    ])
  })

  it('is unchanged after a rollback, and nothing is published', async () => {
    const { store, feel, current, bus, mia, count } = open()
    const heard: unknown[] = []
    bus.subscribe(`emotion.state.${mia}`, { receive: ({ payload }) => void heard.push(payload) })
    const before = current()
    const undone = () =>
      store.write((tx) => {
        feel(tx, mia, { content: 'I hate you', message_uuid: null })
        throw new Error('undone')
      })
    assert.throws(undone, /undone/)
    await new Promise(setImmediate)
    assert.deepEqual([current(), heard, count('emotion_ledger')], [before, [], 0])
  })

  it('stays within the limits, however often something is said', () => {
    const { say, current } = open()
    for (let time = 0; time < 50; time += 1) say('I hate you, you are useless and stupid!!!')
    const state = current()
    near(state, { valence: -1, arousal: 1, dominance: -1 })
    for (const axis of axes) assert.ok(Math.abs(state[axis]) <= 1)
    assert.ok(state.intensity <= 1)
  })

  it('is separate for each member', () => {
    const { say, current, tom } = open()
    const before = current(tom)
    say('You are wonderful')
    assert.deepEqual(current(tom), before)
    assert.notEqual(current().valence, before.valence)
  })

  it('belongs to a member: a program has none', () => {
    const { current, history, why } = open()
    for (const ask of [current, why]) assert.throws(() => ask(null), { code: 'NOT_FOUND' })
    assert.throws(() => history({}, null), { code: 'NOT_FOUND' })
  })
})

describe('New traits', () => {
  it('keep the state, and change where it falls back to', () => {
    const { say, become, current, clock, rows } = open()
    say('I am so happy')
    clock.advance(5 * 60_000)
    const before = current()
    become(gloomy)
    near(current(), before)
    clock.advance(halfLife)
    const rest = baselineOf(gloomy)
    near(current(), {
      valence: (before.valence + rest.valence) / 2,
      arousal: (before.arousal + rest.arousal) / 2,
      dominance: (before.dominance + rest.dominance) / 2,
    })
    assert.deepEqual(
      rows().map(({ kind, cause }) => [kind, cause]),
      [
        ['baseline', 'its nature'],
        ['impulse', 'I am so happy'],
        ['baseline', 'another personality'],
      ],
    )
  })

  it('take effect before the first message, too', () => {
    const { become, current, clock } = open()
    const before = current()
    become(gloomy)
    near(current(), before)
    clock.advance(24 * hour)
    near(current(), baselineOf(gloomy))
  })
})

describe('The reasons for a state', () => {
  it('are the traits alone at first', () => {
    const { why, current } = open()
    const { state, baseline, entries } = why()
    assert.deepEqual([state, entries], [current(), []])
    near(baseline, baselineOf(traits))
  })

  it('list every cause, the strongest first, and add up to the state', () => {
    const { say, become, why, current, clock } = open()
    const message = randomUUID()
    say('The weather is nice')
    clock.advance(20 * 60_000)
    become(gloomy)
    clock.advance(60_000)
    say('My dog died', undefined, message)
    const told = clock.now()
    clock.advance(60_000)
    const { state, baseline, entries } = why()
    assert.deepEqual(state, current())
    near(baseline, baselineOf(gloomy))
    const sad = entries.find(({ cause }) => cause === 'My dog died')
    assert.equal(sad?.message_uuid, message)
    assert.equal(sad?.created_at, new Date(told).toISOString())
    assert.ok(sad.share.valence < -0.5)
    const strengths = entries.map(({ share }) => Math.max(...axes.map((axis) => Math.abs(share[axis]))))
    assert.deepEqual(
      strengths,
      strengths.toSorted((a, b) => b - a),
    )
    assert.deepEqual(entries.map(({ cause }) => cause).toSorted(), [
      'My dog died',
      'The weather is nice',
      'another personality',
    ])
    const sum = { ...baseline }
    for (const { share } of entries) for (const axis of axes) sum[axis] += share[axis]
    near(sum, state)
  })

  it('add up to the state after hundreds of messages, and drop old ones', () => {
    const { say, why, clock } = open()
    say('My dog died')
    clock.advance(24 * hour)
    const random = seeded(7)
    for (let message = 0; message < 300; message += 1) {
      clock.advance(Math.floor(random() * 240_000))
      say(sayings[Math.floor(random() * sayings.length)] ?? '')
    }
    const { state, baseline, entries } = why()
    const sum = { ...baseline }
    for (const { share } of entries) for (const axis of axes) sum[axis] += share[axis]
    near(sum, state)
    assert.ok(entries.length > 50 && entries.length <= 300)
    clock.advance(24 * hour)
    assert.deepEqual(why().entries, [])
  })
})

describe('The history', () => {
  it('lists the state after each change with its cause, newest first, in pages', () => {
    const { say, become, history, clock } = open()
    const states = sayings.map((saying, at) => {
      const { valence, arousal, dominance, emotion, updated_at } = say(saying)
      clock.advance(7 * 60_000)
      become({ ...traits, openness: at % 2 })
      return { valence, arousal, dominance, emotion, cause: saying, created_at: updated_at }
    })
    const { items, total } = history()
    assert.equal(total, sayings.length)
    assert.deepEqual(
      items.map(({ cause, emotion, created_at }) => [cause, emotion, created_at]),
      states.toReversed().map(({ cause, emotion, created_at }) => [cause, emotion, created_at]),
    )
    for (const [index, item] of items.entries()) near(item, states.toReversed()[index] ?? item)
    assert.deepEqual(history({ limit: 2, offset: 3 }), { items: items.slice(3, 5), total })
    assert.deepEqual(history({ offset: 100 }), { items: [], total })
  })

  it('keeps old states as they were felt', () => {
    const { say, history, clock } = open()
    const first = say('I am so happy')
    for (let day = 0; day < 30; day += 1) {
      clock.advance(24 * hour)
      say('My dog died')
    }
    const { items, total } = history({ offset: 30 })
    assert.equal(total, 31)
    near(items[0] ?? first, first)
    assert.equal(items[0]?.cause, 'I am so happy')
  })

  it('covers a period, its start included and its end not', () => {
    const { say, history, clock } = open()
    const moments = ['I am happy', 'I am sad', 'I am scared'].map((saying) => {
      clock.advance(hour)
      return say(saying).updated_at
    })
    const causes = (period: object) => history(period).items.map(({ cause }) => cause)
    assert.deepEqual(causes({ from: moments[1] }), ['I am scared', 'I am sad'])
    assert.deepEqual(causes({ to: moments[1] }), ['I am happy'])
    assert.deepEqual(causes({ from: moments[1], to: moments[2] }), ['I am sad'])
    assert.equal(history({ from: moments[1], to: moments[2] }).total, 1)
    assert.deepEqual(causes({ from: '2999-01-01T00:00:00Z' }), [])
    assert.throws(() => history({ from: '9999-12-31T23:59:60Z' }), { code: 'INVALID_REQUEST' })
    assert.throws(() => history({ interval: 'week' }), { code: 'INVALID_REQUEST' })
  })

  it('averages changes by hour or day, with the strongest cause', () => {
    const { say, history, clock } = open()
    clock.setTime(Date.parse('2026-03-01T23:20:00Z'))
    const states = ['The weather is nice', 'My dog died', 'Thank you', 'I am so happy'].map((saying) => {
      const state = say(saying)
      clock.advance(15 * 60_000)
      return state
    })
    const mean = (some: readonly Point[], axis: (typeof axes)[number]) =>
      some.reduce((sum, state) => sum + state[axis], 0) / some.length
    const { items, total } = history({ interval: 'hour' })
    assert.equal(total, 2)
    assert.deepEqual(
      items.map(({ created_at, cause }) => [created_at, cause]),
      [
        ['2026-03-02T00:00:00.000Z', 'I am so happy'],
        ['2026-03-01T23:00:00.000Z', 'My dog died'],
      ],
    )
    const evening = states.slice(0, 3)
    const average = items[1] ?? states[0]
    assert.ok(average)
    near(average, {
      valence: mean(evening, 'valence'),
      arousal: mean(evening, 'arousal'),
      dominance: mean(evening, 'dominance'),
    })
    assert.deepEqual(
      history({ interval: 'day' }).items.map(({ created_at }) => created_at),
      ['2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    )
    assert.deepEqual(history({ interval: 'hour', limit: 1, offset: 1 }), { items: [items[1]], total: 2 })
    const part = history({ interval: 'hour', from: '2026-03-02T00:00:00Z' })
    assert.deepEqual(part, { items: [items[0]], total: 1 })
  })

  it('names the emotion when no cause was given', () => {
    const { store, feel, history, mia } = open()
    store.write((tx) => feel(tx, mia, { content: 'My dog died', message_uuid: null }))
    assert.equal(history().items[0]?.cause, 'a loss')
  })
})

it('all emotions of a member can be erased, and nothing else', () => {
  const { say, store, erase, mia, tom, history, current, why, count } = open()
  say('My dog died')
  say('I am so happy')
  const others = say('I am so happy', tom)
  assert.deepEqual(
    store.write((tx) => erase(tx, mia)),
    { emotion_entries: 3 },
  )
  assert.deepEqual([history().total, why().entries, count('emotions')], [0, [], 1])
  near(current(), baselineOf(traits))
  assert.deepEqual([current(tom), history({}, tom).total], [others, 1])
})
