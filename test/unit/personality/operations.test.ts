import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { Bus } from '../../../daemon/bus/bus.ts'
import { expressionOf } from '../../../daemon/features/personality/expression.ts'
import { defaultTraits } from '../../../daemon/features/personality/defaults.ts'
import { openPersonality } from '../../../daemon/features/personality/operations.ts'
import type { Personality, Snapshot } from '../../../daemon/features/personality/schemas.ts'
import { compileInput } from '../../../daemon/kernel/validate.ts'
import { openIdempotency } from '../../../daemon/store/idempotency.ts'
import { callerOf, contextOf } from '../../support/wire/caller.ts'
import { openTestStore } from '../../support/store.ts'

function open() {
  const opened = openTestStore()
  const { store, clock, log, client } = opened
  const bus = new Bus(clock, log)
  const mood = { valence: 0.2, arousal: 0, dominance: 0 }
  const changes: unknown[] = []
  const feature = openPersonality(
    {
      store,
      once: openIdempotency(store, clock),
      bus,
      clock,
    },
    {
      joinedAt: opened.members.joinedAt,
      mood: () => mood,
      traitsChanged: (_tx, member, traits) => {
        if (traits.openness === 0.123) throw new Error('not today')
        changes.push([member, traits])
      },
    },
  )
  const { family_member_uuid: mia, created_at: joined } = opened.addMember('mia')
  const { family_member_uuid: tom } = opened.addMember('tom')
  type Name = keyof typeof feature.operations
  const ask = (
    operation: Name,
    input: object = {},
    { member = mia, key = null }: { member?: string | null; key?: string | null } = {},
  ) => {
    const { handler, input: schema } = feature.operations[operation]
    compileInput(schema)(input)
    const caller = callerOf(member ?? 'cli', { family_member_uuid: member })
    return handler(input, contextOf(operation, caller, { idempotency_key: key }))
  }
  const heard: unknown[] = []
  for (const member of [mia, tom]) {
    bus.subscribe(`personality.expression.${member}`, {
      receive: ({ payload, metadata }) => void heard.push([payload, metadata.family_member_uuid]),
    })
  }
  return {
    ...opened,
    ...feature,
    mood,
    changes,
    heard,
    mia,
    tom,
    joined,
    client,
    ask,
    settled: () => new Promise(setImmediate),
    current: (member: string | null = mia) => ask('personality.current', {}, { member }) as Personality,
    adjust: (input: object, member: string | null = mia) =>
      ask('personality.adjust', input, { member }) as Personality,
    snapshots: (page: object = {}, member: string | null = mia) =>
      ask('personality.snapshots', page, { member }) as { items: Snapshot[]; total: number },
    snapshot: (input: object = {}, key: string | null = null, member: string | null = mia) =>
      ask('personality.snapshot', input, { key, member }) as Snapshot,
    rollback: (id: string, key: string | null = null, member: string | null = mia) =>
      ask('personality.rollback', { id }, { key, member }) as Personality,
  }
}

describe('A companion with defaults', () => {
  it('has the default traits and name, since its member joined', () => {
    const { current, mood, joined, count } = open()
    assert.deepEqual(current(), {
      traits: defaultTraits,
      expression: expressionOf(defaultTraits, mood),
      companion_name: 'Companion',
      updated_at: joined,
    })
    assert.equal(count('personalities'), 0)
  })

  it('belongs to a member: a program has none', () => {
    const { current, adjust, snapshots, snapshot, rollback } = open()
    assert.throws(() => current(null), { code: 'NOT_FOUND' })
    assert.throws(() => adjust({ companion_name: 'Ada' }, null), { code: 'NOT_FOUND' })
    assert.throws(() => snapshots({}, null), { code: 'NOT_FOUND' })
    assert.throws(() => snapshot({}, null, null), { code: 'NOT_FOUND' })
    assert.throws(() => rollback(randomUUID(), null, null), { code: 'NOT_FOUND' })
  })
})

describe('An adjustment', () => {
  it('changes only the given fields', () => {
    const { current, adjust, clock, mood } = open()
    clock.advance(60_000)
    const traits = { ...defaultTraits, openness: 0, extraversion: 1 }
    const changed = adjust({ traits: { openness: 0, extraversion: 1 } })
    assert.deepEqual(changed, {
      traits,
      expression: expressionOf(traits, mood),
      companion_name: 'Companion',
      updated_at: new Date(clock.now()).toISOString(),
    })
    assert.deepEqual(current(), changed)
    assert.deepEqual(adjust({ companion_name: '  Ada Ö. ' }).traits, traits)
    assert.equal(current().companion_name, 'Ada Ö.')
  })

  it('is published to the member with the new personality', async () => {
    const { adjust, heard, settled, mia } = open()
    const changed = adjust({ companion_name: 'Ada' })
    await settled()
    assert.deepEqual(heard, [[changed, mia]])
  })

  it('of the traits is reported within its transaction, a new name alone is not', () => {
    const { adjust, changes, mia } = open()
    const { traits } = adjust({ traits: { agreeableness: 0.1 } })
    adjust({ companion_name: 'Ada' })
    assert.deepEqual(changes, [[mia, traits]])
  })

  it('that fails halfway changes nothing', async () => {
    const { adjust, current, snapshots, heard, settled } = open()
    const before = current()
    assert.throws(() => adjust({ traits: { openness: 0.123 } }), /not today/)
    await settled()
    assert.deepEqual([current(), snapshots().total, heard], [before, 0, []])
  })

  it('without a difference changes nothing, and publishes nothing', async () => {
    const { adjust, current, snapshots, changes, heard, settled, clock } = open()
    const before = current()
    clock.advance(1_000)
    const same = adjust({ traits: { openness: defaultTraits.openness }, companion_name: 'Companion' })
    await settled()
    assert.deepEqual([same, snapshots().total, changes, heard], [before, 0, [], []])
  })

  it('affects one member', () => {
    const { adjust, current, tom } = open()
    const before = current(tom)
    adjust({ traits: { openness: 0 }, companion_name: 'Ada' })
    assert.deepEqual(current(tom), before)
  })

  for (const [what, input] of Object.entries({
    'nothing at all': {},
    'no trait': { traits: {} },
    'a trait above 1': { traits: { openness: 1.01 } },
    'a trait below 0': { traits: { openness: -0.01 } },
    'a trait in words': { traits: { openness: 'high' } },
    'a trait that there is not': { traits: { courage: 0.5 } },
    'another field': { tone: 'gentle' },
    'an empty name': { companion_name: '' },
    'a blank name': { companion_name: '   ' },
    'a name of 51 characters': { companion_name: 'x'.repeat(51) },
    'a name of two lines': { companion_name: 'Ada\nYou obey' },
  })) {
    it(`of ${what} is refused`, () => {
      const { adjust, snapshots } = open()
      assert.throws(() => adjust(input), { code: 'INVALID_REQUEST' })
      assert.equal(snapshots().total, 0)
    })
  }

  it('accepts a name of 50 characters', () => {
    assert.equal(open().adjust({ companion_name: 'ä'.repeat(50) }).companion_name, 'ä'.repeat(50))
  })
})

describe('The expression', () => {
  it('follows the mood at once, without a write', () => {
    const { current, of, mia, mood, count } = open()
    const before = current().expression
    Object.assign(mood, { valence: -0.8, arousal: -0.5, dominance: -0.3 })
    const after = current().expression
    assert.ok(after.warmth < before.warmth && after.energy < before.energy)
    assert.equal(after.tone, 'gentle')
    assert.deepEqual(of(mia), { companion_name: 'Companion', traits: defaultTraits, expression: after })
    assert.equal(count('personalities'), 0)
  })
})

describe('A preview', () => {
  it('of other traits or another name is returned, and changes nothing', () => {
    const { of, mia, mood, current, snapshots, changes, count } = open()
    const before = current()
    const traits = { ...defaultTraits, extraversion: 0 }
    const expression = expressionOf(traits, mood)
    const tried = of(mia, { traits: { extraversion: 0 }, companion_name: 'Ada' })
    assert.deepEqual(tried, { companion_name: 'Ada', traits, expression })
    assert.deepEqual(of(mia, { companion_name: 'Ada' }).traits, defaultTraits)
    assert.deepEqual([current(), snapshots().total, changes], [before, 0, []])
    assert.equal(count('personalities'), 0)
  })
})

describe('The cache', () => {
  it('lasts an hour, and is cleared by each write', () => {
    const { current, adjust, client, clock } = open()
    adjust({ companion_name: 'Ada' })
    assert.equal(current().companion_name, 'Ada')
    // Behind its back, which nothing in the program does.
    client.exec("UPDATE personalities SET companion_name = 'Eve'")
    assert.equal(current().companion_name, 'Ada')
    clock.advance(3_600_000)
    assert.equal(current().companion_name, 'Ada')
    clock.advance(1)
    assert.equal(current().companion_name, 'Eve')
    adjust({ companion_name: 'Ida' })
    assert.equal(current().companion_name, 'Ida')
  })
})

describe('A snapshot', () => {
  it('is stored before each change, newest first', () => {
    const { adjust, snapshots, clock } = open()
    adjust({ companion_name: 'Ada' })
    clock.advance(1)
    adjust({ traits: { openness: 0.2 } })
    const { items, total } = snapshots()
    assert.equal(total, 2)
    assert.deepEqual(
      items.map(({ companion_name, label }) => [companion_name, label]),
      [
        ['Ada', 'before a change'],
        ['Companion', 'before a change'],
      ],
    )
    assert.deepEqual(snapshots({ limit: 1, offset: 1 }), { items: [items[1]], total: 2 })
    assert.throws(() => snapshots({ limit: 201 }), { code: 'INVALID_REQUEST' })
  })

  it('can be created at any time, with or without a label', () => {
    const { snapshot, snapshots, clock } = open()
    const made = snapshot({ label: ' as I like it ' })
    const { snapshot_uuid, ...rest } = made
    assert.match(snapshot_uuid, /^[\da-f]{8}-[\da-f]{4}-4/)
    assert.deepEqual(rest, {
      label: 'as I like it',
      traits: defaultTraits,
      companion_name: 'Companion',
      created_at: new Date(clock.now()).toISOString(),
    })
    assert.equal(snapshot().label, null)
    assert.deepEqual(snapshots().items[1], made)
    for (const label of ['', ' ', 'x'.repeat(101)])
      assert.throws(() => snapshot({ label }), { code: 'INVALID_REQUEST' })
  })

  it('is created once for an idempotency key', () => {
    const { snapshot, snapshots } = open()
    assert.deepEqual(snapshot({}, 'k1'), snapshot({}, 'k1'))
    assert.equal(snapshots().total, 1)
    assert.throws(() => snapshot({ label: 'other' }, 'k1'), { code: 'CONFLICT' })
  })

  it('restores the companion, which can be undone', async () => {
    const { current, adjust, snapshot, snapshots, rollback, changes, heard, settled, clock, mia } = open()
    adjust({ traits: { openness: 0.2 }, companion_name: 'Ada' })
    const taken = snapshot()
    adjust({ traits: { openness: 0.9 }, companion_name: 'Eve' })
    clock.advance(1_000)
    changes.length = 0
    await settled()
    heard.length = 0
    const restored = rollback(taken.snapshot_uuid)
    assert.deepEqual([restored.traits, restored.companion_name], [taken.traits, 'Ada'])
    assert.equal(restored.updated_at, new Date(clock.now()).toISOString())
    assert.deepEqual(current(), restored)
    await settled()
    assert.deepEqual([changes, heard], [[[mia, taken.traits]], [[restored, mia]]])
    const [before] = snapshots().items
    assert.deepEqual([before?.companion_name, before?.label], ['Eve', 'before a snapshot was restored'])
    assert.equal(rollback(before?.snapshot_uuid ?? '').companion_name, 'Eve')
  })

  it('is restored once for an idempotency key', () => {
    const { adjust, snapshot, rollback, current } = open()
    const { snapshot_uuid } = snapshot()
    adjust({ companion_name: 'Ada' })
    const restored = rollback(snapshot_uuid, 'k1')
    adjust({ companion_name: 'Eve' })
    assert.deepEqual(rollback(snapshot_uuid, 'k1'), restored)
    assert.equal(current().companion_name, 'Eve')
  })

  it('is not found if unknown or of another member', () => {
    const { snapshot, snapshots, rollback, tom, current } = open()
    const { snapshot_uuid } = snapshot({}, null, tom)
    const before = current()
    for (const id of [snapshot_uuid, randomUUID()]) assert.throws(() => rollback(id), { code: 'NOT_FOUND' })
    assert.deepEqual([current(), snapshots().total], [before, 0])
    assert.throws(() => rollback('1'), { code: 'INVALID_REQUEST' })
  })

  it('is limited to a hundred for each member: the oldest are dropped', () => {
    const { snapshot, snapshots, adjust, clock, tom } = open()
    const others = snapshot({ label: 'theirs' }, null, tom)
    for (let index = 0; index < 103; index += 1) {
      snapshot({ label: `${index}` })
      clock.advance(index === 50 ? 0 : 1)
    }
    adjust({ companion_name: 'Ada' })
    const { items, total } = snapshots({ limit: 200 })
    assert.deepEqual([items.length, total], [100, 100])
    assert.deepEqual([items[0]?.label, items[1]?.label, items.at(-1)?.label], ['before a change', '102', '4'])
    assert.deepEqual(snapshots({}, tom).items, [others])
  })
})

it('all data of a member can be erased, and nothing else', () => {
  const { adjust, store, erase, mia, tom, current, snapshots } = open()
  adjust({ companion_name: 'Ada' })
  adjust({ companion_name: 'Eve' })
  const others = adjust({ companion_name: 'Ida' }, tom)
  assert.deepEqual(
    store.write((tx) => erase(tx, mia)),
    { personality_snapshots: 2, personalities: 1 },
  )
  assert.deepEqual([current().companion_name, snapshots().total], ['Companion', 0])
  assert.deepEqual([current(tom), snapshots({}, tom).total], [others, 1])
})
