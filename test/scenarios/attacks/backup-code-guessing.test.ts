import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { household } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'

const day = 86_400_000
/** A backup code is one of 32^12; a member has ten. */
const codes = 32 ** 12 / 10

const clock = new ManualClock()
const { daemon, member } = await household({ clock })
const guess = async (username: string) => {
  const payload = { username, backup_code: 'ABCD-EFGH-JKMN' }
  const started = performance.now()
  const answer = await rest(daemon, 'POST /auth/recover', { payload })
  return { answer, took: performance.now() - started }
}

describe('Whoever guesses backup codes', () => {
  it('has so few guesses a day that no lifetime is long enough', async () => {
    let judged = 0
    const end = clock.now() + day
    while (clock.now() < end) {
      const { status, body } = (await guess(member.username)).answer
      if (status === 401) judged += 1
      else clock.advance(Number(body.error.details.retry_after_seconds) * 1_000)
    }
    const years = codes / judged / 365 / 2
    console.log(`guesses judged in a day: ${judged}; expected: ${years.toExponential(1)} years`)
    assert.ok(judged < 60, String(judged))
    assert.ok(years > 1e9)
  })

  it('learns nothing from the time of an answer about who has an account', async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let n = 0; n < 12; n += 1) {
      clock.advance(2 * 3_600_000)
      times.known.push((await guess('olga')).took)
      times.unknown.push((await guess(`nobody${n}`)).took)
    }
    // Whatever else the machine does makes an answer later, never earlier.
    const [knownMs, unknownMs] = [Math.min(...times.known), Math.min(...times.unknown)]
    console.log(
      `least for a known name: ${knownMs.toFixed(1)} ms, for an unknown one: ${unknownMs.toFixed(1)} ms`,
    )
    assert.ok(Math.max(knownMs, unknownMs) / Math.min(knownMs, unknownMs) < 3)
  })
})
