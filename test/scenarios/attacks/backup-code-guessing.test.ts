import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { startTestDaemon } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { it, itLong } from '../../support/long.ts'
import { rest } from '../../support/wire/rest.ts'

const day = 86_400_000
/** A backup code is one of 32^12; a member has ten. */
const codes = 32 ** 12 / 10

const clock = new ManualClock()
const { daemon, member } = await household({ clock })
const guess = (username: string, of = daemon) =>
  rest(of, 'POST /auth/recover', { payload: { username, backup_code: 'ABCD-EFGH-JKMN' } })

describe('Whoever guesses backup codes', () => {
  it('has so few guesses a day that no lifetime is long enough', async () => {
    let judged = 0
    const end = clock.now() + day
    while (clock.now() < end) {
      const { status, body } = await guess(member.username)
      if (status === 401) judged += 1
      else clock.advance(Number(body.error.details.retry_after_seconds) * 1_000)
    }
    const years = codes / judged / 365 / 2
    console.log(`guesses judged in a day: ${judged}; expected: ${years.toExponential(1)} years`)
    assert.ok(judged < 60, String(judged))
    assert.ok(years > 1e9)
  })

  itLong('learns nothing from the time of an answer about who has an account', async () => {
    // At the price of a real hash, beside which nothing else counts.
    await using priced = await startTestDaemon({
      clock,
      hashCost: { memory_kib: 19_456, passes: 2, lanes: 1 },
    })
    await priced.owner()
    const times = { known: [] as number[], unknown: [] as number[] }
    const timed = async (username: string) => {
      const started = performance.now()
      await guess(username, priced)
      return performance.now() - started
    }
    for (let n = 0; n < 12; n += 1) {
      clock.advance(2 * 3_600_000)
      times.known.push(await timed('olga'))
      times.unknown.push(await timed(`nobody${n}`))
    }
    // Whatever else the machine does makes an answer later, never earlier.
    const [knownMs, unknownMs] = [Math.min(...times.known), Math.min(...times.unknown)]
    console.log(
      `least for a known name: ${knownMs.toFixed(1)} ms, for an unknown one: ${unknownMs.toFixed(1)} ms`,
    )
    assert.ok(Math.max(knownMs, unknownMs) / Math.min(knownMs, unknownMs) < 2)
  })
})
