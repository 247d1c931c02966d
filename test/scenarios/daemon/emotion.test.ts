import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { signIn } from '../../support/daemon.ts'
import { type Scene, scenarios } from '../../support/scenario.ts'

const axes = ['valence', 'arousal', 'dominance'] as const
type Point = Readonly<Record<(typeof axes)[number], number>>
const near = (actual: Point, expected: Point) => {
  for (const axis of axes) {
    const apart = Math.abs(actual[axis] - expected[axis])
    assert.ok(apart < 1e-9, `${axis} is ${actual[axis]}, not ${expected[axis]}`)
  }
}
/** A member of the row's own, with nothing felt yet; the clock has moved on since the others signed in. */
const somebody = async ({ daemon }: Scene) =>
  daemon.member(await signIn(daemon, 'olga'), `m${randomUUID().slice(0, 8)}`)
const reserved = { traits: { agreeableness: 0, extraversion: 0, neuroticism: 1 } }
/** Where it comes to rest with them; openness and conscientiousness are as they were, 0.7 each. */
const reservedRest = { valence: -0.99, arousal: 0.33, dominance: -0.112 }

scenarios('Emotion', [
  {
    name: 'the state has every field, and is at rest at first',
    check: async (scene) => {
      const { ask, clock } = scene
      const { access_token: token } = await somebody(scene)
      const { status, result } = await ask(token, 'emotion.current')
      assert.equal(status, 200)
      const { emotion, intensity, updated_at, ...point } = result
      assert.deepEqual(Object.keys(point).toSorted(), axes.toSorted())
      assert.equal(emotion, 'hopeful')
      assert.ok(intensity > 0 && intensity < 1)
      assert.equal(updated_at, new Date(clock.now()).toISOString())
      clock.advance(60_000)
      near((await ask(token, 'emotion.current')).result, point)
    },
  },
  {
    name: 'new traits keep the state, which moves half of the way to them every ten minutes',
    check: async (scene) => {
      const { ask, clock, daemon } = scene
      const { username } = await somebody(scene)
      const token = async () => (await signIn(daemon, username)).access_token
      const now = async () => (await ask(await token(), 'emotion.current')).result
      const before = await now()
      assert.equal((await ask(await token(), 'personality.adjust', reserved)).status, 200)
      near(await now(), before)
      clock.advance(10 * 60_000)
      near(await now(), {
        valence: (before.valence + reservedRest.valence) / 2,
        arousal: (before.arousal + reservedRest.arousal) / 2,
        dominance: (before.dominance + reservedRest.dominance) / 2,
      })
      clock.advance(48 * 3_600_000)
      near(await now(), reservedRest)
      assert.equal((await now()).emotion, 'distressed')
    },
  },
  {
    name: 'the reasons add up to the state',
    check: async (scene) => {
      const { ask, clock } = scene
      const { access_token: token } = await somebody(scene)
      await ask(token, 'personality.adjust', reserved)
      clock.advance(90_000)
      await ask(token, 'personality.adjust', { traits: { extraversion: 1 } })
      clock.advance(90_000)
      const { status, result } = await ask(token, 'emotion.why')
      assert.equal(status, 200)
      assert.deepEqual(result.state, (await ask(token, 'emotion.current')).result)
      assert.equal(result.entries.length, 2)
      const sum = { ...result.baseline }
      for (const { share, cause, message_uuid, created_at } of result.entries) {
        assert.deepEqual([cause, message_uuid], ['another personality', null])
        assert.ok(Date.parse(created_at) < clock.now())
        for (const axis of axes) sum[axis] += share[axis]
      }
      near(sum, result.state)
    },
  },
  {
    name: 'the history is empty at first, whatever the query',
    check: async (scene) => {
      const { access_token: token } = await somebody(scene)
      for (const input of [
        {},
        { interval: 'hour' },
        { interval: 'day', limit: 200, offset: 5 },
        { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00+02:00', interval: 'raw' },
      ]) {
        const { status, result } = await scene.ask(token, 'emotion.history', input)
        assert.deepEqual([status, result], [200, { items: [], total: 0 }])
      }
    },
  },
  {
    name: 'a bad interval, moment or page is refused',
    check: async (scene) => {
      const { access_token: token } = await somebody(scene)
      for (const input of [
        { interval: 'week' },
        { from: 'yesterday' },
        { to: '2026-13-01T00:00:00Z' },
        { limit: 0 },
        { limit: 201 },
        { offset: -1 },
      ]) {
        assert.equal((await scene.ask(token, 'emotion.history', input)).status, 400)
      }
    },
  },
  {
    name: 'is open to members only',
    check: async ({ ask }) => {
      for (const operation of ['emotion.current', 'emotion.history', 'emotion.why'])
        await ask(null, operation).then(
          ({ status }) => assert.equal(status, 401),
          (error: Error) => assert.match(error.message, /401/),
        )
    },
  },
])
