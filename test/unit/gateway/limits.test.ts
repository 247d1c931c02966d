import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openLimits, type Quota, type Subject } from '../../../daemon/gateway/limits.ts'
import type { LimitCategory } from '../../../daemon/kernel/operation.ts'

const settings = {
  authentication_per_minute: 5,
  conversation_per_hour: 7,
  realtime_per_minute: 6,
  administrative_per_minute: 4,
}
const windows: [category: LimitCategory, calls: number, seconds: number][] = [
  ['authentication', 5, 60],
  ['conversation', 7, 3_600],
  ['realtime', 6, 60],
  ['administrative', 4, 60],
]
const olga: Subject = { kind: 'account', key: 'olga' }

function open(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_800_000_000_000 })
  const limits = openLimits(settings)
  const outcome = (category: LimitCategory, subject: Subject = olga) =>
    limits.count(category, subject).then(
      () => 'passes',
      ({ code, details }: { code: string; details: object }) => ({ code, details }),
    )
  return {
    limits,
    outcome,
    /** How many calls pass before the first that does not. */
    allowed: async (category: LimitCategory, subject: Subject = olga) => {
      let calls = 0
      while ((await outcome(category, subject)) === 'passes') calls += 1
      return calls
    },
    tick: (seconds: number) => t.mock.timers.tick(seconds * 1_000),
  }
}

const refused = (retry_after_seconds: number) => ({ code: 'RATE_LIMITED', details: { retry_after_seconds } })

for (const [category, calls, seconds] of windows) {
  test(`${category}: ${calls} calls in ${seconds} s, counted from the first, then as many again`, async (t) => {
    const { allowed, outcome, tick } = open(t)
    await outcome(category)
    tick(seconds - 1)
    assert.equal(await allowed(category), calls - 1)
    assert.deepEqual(await outcome(category), refused(1))
    tick(1)
    assert.equal(await allowed(category), calls)
    assert.deepEqual(await outcome(category), refused(seconds))
  })
}

test('a refusal says when to retry, rounded up to seconds, and then the call passes', async (t) => {
  const { allowed, outcome, tick } = open(t)
  await allowed('authentication')
  tick(10.5)
  assert.deepEqual(await outcome('authentication'), refused(50))
  tick(50)
  assert.equal(await outcome('authentication'), 'passes')
})

test('retrying while refused does not extend the wait', async (t) => {
  const { allowed, outcome, tick } = open(t)
  await allowed('authentication')
  for (let n = 1; n <= 5; n += 1) {
    tick(10)
    assert.deepEqual(await outcome('authentication'), refused(60 - 10 * n))
  }
  tick(10)
  assert.equal(await outcome('authentication'), 'passes')
})

test('a trusted caller has 12 times the administrative allowance, and otherwise the same', async (t) => {
  const { allowed } = open(t)
  for (const [category, calls] of windows) {
    const trusted = await allowed(category, { ...olga, trusted: true })
    assert.equal(trusted, category === 'administrative' ? 12 * calls : calls, category)
  }
})

test('each subject has its own allowance in each category', async (t) => {
  const { allowed } = open(t)
  await allowed('authentication')
  assert.equal(await allowed('authentication', { ...olga, key: 'mia' }), 5)
  assert.equal(await allowed('authentication', { ...olga, kind: 'address' }), 5)
  assert.equal(await allowed('administrative'), 4)
  assert.equal(await allowed('authentication'), 0)
})

test('two daemons count separately', async (t) => {
  const { allowed } = open(t)
  await allowed('authentication')
  await assert.doesNotReject(openLimits(settings).count('authentication', olga))
})

test('the remaining allowance is returned with each call, refused ones included', async (t) => {
  const { limits, tick } = open(t)
  const quotas: Quota[] = []
  const count = () =>
    limits.count('administrative', { kind: 'session', key: 's1' }, (quota) => quotas.push(quota))
  for (let n = 1; n <= 4; n += 1) {
    await count()
    tick(1)
  }
  for (let n = 1; n <= 2; n += 1) await assert.rejects(count())
  const policy = { policy: 'administrative-session', limit: 4, window: 60 }
  assert.deepEqual(quotas, [
    { ...policy, remaining: 3, reset: 60 },
    { ...policy, remaining: 2, reset: 59 },
    { ...policy, remaining: 1, reset: 58 },
    { ...policy, remaining: 0, reset: 57 },
    { ...policy, remaining: 0, reset: 56 },
    { ...policy, remaining: 0, reset: 56 },
  ])
})

test('a trusted caller sees the larger allowance', async (t) => {
  const { limits } = open(t)
  const quotas: Quota[] = []
  await limits.count('administrative', { ...olga, trusted: true }, (quota) => quotas.push(quota))
  assert.partialDeepStrictEqual(quotas, [{ limit: 48, remaining: 47 }])
})
