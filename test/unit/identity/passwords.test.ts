import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { openPasswords } from '../../../daemon/features/identity/passwords.ts'

const cheapest = { memory_kib: 19_456, passes: 2, lanes: 1 }
const atOnce = Math.max(1, availableParallelism() - 1)
const outcomeOf = async (work: () => Promise<unknown>) => {
  try {
    return String(await work())
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('a hash is Argon2id with the configured parameters, and unique each time', async () => {
  const passwords = openPasswords(cheapest)
  const [one, other] = await Promise.all([passwords.hash('green tea'), passwords.hash('green tea')])
  const [, kind, version, parameters = ''] = one.split('$')
  assert.deepEqual([kind, version], ['argon2id', 'v=19'])
  assert.deepEqual(parameters.split(',').toSorted(), ['m=19456', 'p=1', 't=2'])
  assert.notEqual(one, other)
})

test('only the right password matches', async () => {
  const passwords = openPasswords(cheapest)
  const stored = await passwords.hash('green tea')
  assert.equal(await passwords.verify(stored, 'green tea'), true)
  assert.equal(await passwords.verify(stored, 'green teA'), false)
  assert.equal(await passwords.verify(stored, ''), false)
})

test('a hash with other parameters still matches, and is reported as outdated', async () => {
  const [before, now] = [openPasswords(cheapest), openPasswords({ ...cheapest, passes: 3 })]
  const stored = await before.hash('green tea')
  assert.equal(await now.verify(stored, 'green tea'), true)
  assert.deepEqual([before.outdated(stored), now.outdated(stored)], [false, true])
})

test("an unknown user's password never matches", async () => {
  const passwords = openPasswords(cheapest)
  assert.equal(await passwords.verify(undefined, ''), false)
  assert.equal(await passwords.verify(undefined, 'green tea'), false)
})

test('an unknown user costs a full hash', async () => {
  const passwords = openPasswords({ ...cheapest, memory_kib: 65_536, passes: 3 })
  const stored = await passwords.hash('green tea')
  // Of the processor: by the clock, another program may be between.
  const costOf = async (storedHash: string | undefined) => {
    const before = process.cpuUsage()
    await passwords.verify(storedHash, 'black tea')
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  let [unknown, wrong] = [Infinity, Infinity]
  // In turn, so that a machine whose memory is busy for a while makes both of them dear.
  for (let n = 0; n < 4; n += 1) {
    unknown = Math.min(unknown, await costOf(undefined))
    wrong = Math.min(wrong, await costOf(stored))
  }
  assert.ok(unknown > wrong / 2 && unknown < wrong * 2, `${unknown} ms against ${wrong} ms`)
})

test('cores - 1 hashes run and 8 wait; one more of any kind is refused at once', async () => {
  const passwords = openPasswords(cheapest)
  const stored = await passwords.hash('green tea')
  const running = [
    () => passwords.hash('white tea'),
    ...Array.from({ length: atOnce + 7 }, () => () => passwords.verify(undefined, 'green tea')),
  ].map(outcomeOf)
  const refused = [
    () => passwords.hash('one more'),
    () => passwords.verify(stored, 'green tea'),
    () => passwords.verify(undefined, 'green tea'),
  ].map(outcomeOf)
  assert.deepEqual(await Promise.all(refused), Array(3).fill('RATE_LIMITED'))
  const [made, ...fits] = await Promise.all(running)
  assert.match(made ?? '', /^\$argon2id/)
  assert.deepEqual(fits, Array(atOnce + 7).fill('false'))
  assert.equal(await passwords.verify(stored, 'green tea'), true, 'the way is free again')
})

test('a refusal says when to retry', async () => {
  const passwords = openPasswords(cheapest)
  const work = Array.from({ length: atOnce + 8 }, () => passwords.verify(undefined, ''))
  await assert.rejects(async () => passwords.hash('one more'), {
    details: { retry_after_seconds: 2 },
  })
  await Promise.all(work)
})
