import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { password } from '../../support/daemon.ts'
import { type Scene, scenarios } from '../../support/scenario.ts'
import { TestSocket } from '../../support/wire/socket.ts'

/** A member of the row's own, whose companion nobody has changed. */
const somebody = ({ daemon, owner }: Scene) => daemon.member(owner, `m${randomUUID().slice(0, 8)}`)
const manners = ['warmth', 'humor', 'formality', 'energy', 'verbosity']

scenarios('Personality', [
  {
    name: 'has five traits, a name and an expression by default',
    check: async (scene) => {
      const { access_token } = await somebody(scene)
      const { status, result } = await scene.ask(access_token, 'personality.current')
      assert.equal(status, 200)
      const { traits, expression, companion_name, updated_at, ...more } = result
      assert.deepEqual(more, {})
      assert.deepEqual(Object.keys(traits), [
        'openness',
        'conscientiousness',
        'extraversion',
        'agreeableness',
        'neuroticism',
      ])
      const { tone, ...measures } = expression
      assert.deepEqual(Object.keys(measures), manners)
      for (const share of [...Object.values(traits), ...Object.values(measures)] as number[])
        assert.ok(share >= 0 && share <= 1)
      assert.equal(tone, 'cheerful')
      assert.equal(companion_name, 'Companion')
      assert.ok(Date.parse(updated_at) <= scene.clock.now())
    },
  },
  {
    name: 'changes only the given fields, at once and for one member',
    check: async (scene) => {
      const { ask, owner } = scene
      const { access_token } = await somebody(scene)
      const others = (await ask(owner.access_token, 'personality.current')).result
      const before = (await ask(access_token, 'personality.current')).result
      const input = { traits: { agreeableness: 0.1, extraversion: 0 }, companion_name: ' Ada ' }
      const { status, result } = await ask(access_token, 'personality.adjust', input)
      assert.equal(status, 200)
      assert.deepEqual(result.traits, { ...before.traits, agreeableness: 0.1, extraversion: 0 })
      assert.equal(result.companion_name, 'Ada')
      for (const manner of ['warmth', 'humor', 'energy', 'verbosity'])
        assert.ok(result.expression[manner] < before.expression[manner], manner)
      assert.ok(result.expression.formality > before.expression.formality)
      assert.deepEqual((await ask(access_token, 'personality.current')).result, result)
      assert.deepEqual((await ask(owner.access_token, 'personality.current')).result.traits, others.traits)
    },
  },
  {
    name: 'is published on its topic when it changes',
    check: async (scene) => {
      const { ask, daemon } = scene
      const { access_token } = await somebody(scene)
      await using socket = await TestSocket.open(daemon, access_token)
      await socket.ask('subscribe', { topics: ['personality.expression'] })
      const { result } = await ask(access_token, 'personality.adjust', { companion_name: 'Ada' })
      const { data } = await socket.next(({ type }) => type === 'personality_update')
      const { topic, seq, ...told } = data
      assert.deepEqual(told, result)
    },
  },
  {
    name: 'an empty or oversized change is refused',
    check: async ({ ask, member }) => {
      for (const [input, detail] of [
        [{}, undefined],
        [{ traits: {} }, undefined],
        [{ traits: { openness: 1.5 } }, /openness/],
        [{ traits: { courage: 1 } }, /courage is unknown/],
        [{ openness: 0.5 }, /openness is unknown/],
        [{ companion_name: '  ' }, undefined],
        [{ companion_name: 'x'.repeat(51) }, undefined],
      ] as const) {
        const outcome = await ask(member.access_token, 'personality.adjust', input)
        assert.equal(outcome.status, 400)
        if (detail && outcome.detail !== undefined) assert.match(outcome.detail, detail)
      }
    },
  },
  {
    name: 'keeps snapshots that it can be restored to',
    check: async (scene) => {
      const { ask, protocol } = scene
      const { access_token } = await somebody(scene)
      const key = randomUUID()
      const input = { label: 'the first' }
      const made = await ask(access_token, 'personality.snapshot', input, key)
      assert.equal(made.status, protocol === 'REST' ? 201 : 200)
      assert.deepEqual((await ask(access_token, 'personality.snapshot', input, key)).result, made.result)
      await ask(access_token, 'personality.adjust', { traits: { openness: 0 }, companion_name: 'Ada' })
      const { result: list } = await ask(access_token, 'personality.snapshots', { limit: 1, offset: 1 })
      assert.deepEqual(list, { items: [made.result], total: 2 })
      const { status, result } = await ask(access_token, 'personality.rollback', {
        id: made.result.snapshot_uuid,
      })
      assert.equal(status, 200)
      assert.deepEqual([result.traits, result.companion_name], [made.result.traits, 'Companion'])
      assert.equal((await ask(access_token, 'personality.snapshots')).result.total, 3)
    },
  },
  {
    name: "cannot be restored to another member's snapshot, or an unknown one",
    check: async (scene) => {
      const { ask, owner, member } = scene
      const { result } = await ask(owner.access_token, 'personality.snapshot')
      for (const id of [result.snapshot_uuid, randomUUID()])
        assert.equal((await ask(member.access_token, 'personality.rollback', { id })).status, 404)
      assert.equal((await ask(member.access_token, 'personality.rollback', { id: '1' })).status, 400)
    },
  },
  {
    name: 'is erased by a reset',
    check: async (scene) => {
      const { ask } = scene
      const { access_token } = await somebody(scene)
      await ask(access_token, 'personality.adjust', { companion_name: 'Ada' })
      const { status, result } = await ask(access_token, 'auth.emergency_reset', {
        password,
        confirm: 'RESET',
      })
      assert.equal(status, 200)
      const { personalities, personality_snapshots, emotion_entries } = result.deleted
      assert.deepEqual([personalities, personality_snapshots, emotion_entries], [1, 1, 0])
    },
  },
])
