import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  allowance,
  assignable,
  day,
  drawPin,
  expectedAccounts,
  isObvious,
  ranges,
  type MemberStanding,
  standings,
} from '../../../daemon/features/identity/pins/ranges.ts'
import {
  afterRight,
  afterWrong,
  againAt,
  takes,
  type Tries,
} from '../../../daemon/features/identity/pins/tries.ts'

const untried: Tries = { in_row: 0, wrong: [], password_only: false }

/** The same numbers from 0 to 1 each time (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * How many accounts somebody opens in a day who tries assignable PINs at random, none of them twice, on a device where so
 * many of them are right; while the owner gives a right PIN whenever one more wrong one would be the last of a row.
 */
function opened(
  standing: MemberStanding,
  pins: number,
  random: () => number,
): { accounts: number; tries: number } {
  const { digits } = ranges[standing]
  const guess = { digits, now: day, pins: (of: MemberStanding) => (of === standing ? pins : 0) }
  const { inRow } = allowance(standing, pins)
  let [left, right, accounts, tries] = [assignable(standing), pins, 0, 0]
  let state = untried
  while (right > 0 && takes(state, guess)) {
    tries += 1
    const hit = random() < right / left
    left -= 1
    if (hit) {
      right -= 1
      accounts += 1
      state = afterRight(state)
    } else {
      state = afterWrong(state, guess)
      if (state.in_row === inRow - 1) state = afterRight(state)
    }
  }
  return { accounts, tries }
}

describe('The PINs of a range', () => {
  it('are all but those that people try first', () => {
    assert.deepEqual(
      standings.map((standing) => assignable(standing)),
      [8_545, 876, 81],
    )
    for (const pin of [1234, 4321, 2222, 1984, 2030, 345, 777, 987, 55])
      assert.ok(isObvious(pin), String(pin))
    for (const pin of [4711, 1235, 1899, 2100, 120, 12, 98]) assert.ok(!isObvious(pin), String(pin))
  })

  it('are drawn from what is free, down to the last one', () => {
    const taken = new Set<string>()
    for (let count = 0; count < 81; count += 1) {
      const pin = drawPin('temporary', (drawn) => taken.has(drawn)) ?? ''
      assert.match(pin, /^[1-9]\d$/)
      assert.ok(!taken.has(pin) && !isObvious(Number(pin)))
      taken.add(pin)
    }
    assert.equal(
      drawPin('temporary', (drawn) => taken.has(drawn)),
      null,
    )
  })

  it('are drawn about equally often from each tenth of the range', () => {
    const tenths = new Map<number, number>()
    for (let count = 0; count < 2_000; count += 1) {
      const tenth = Math.floor((Number(drawPin('secondary', () => false)) - 100) / 90)
      tenths.set(tenth, (tenths.get(tenth) ?? 0) + 1)
    }
    // 200 are expected, with a standard deviation of 13.
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const count = tenths.get(tenth) ?? 0
      assert.ok(count > 120 && count < 280, `${tenth}: ${count}`)
    }
  })
})

describe('The accounts that somebody who has a device and no PIN opens in a day', () => {
  for (const standing of standings)
    for (let pins = 1; pins <= 8; pins += 1)
      it(`are as computed, and fewer than the risk of ${standing} PINs, where ${pins} work on it`, (test) => {
        const { inRow, inDay } = allowance(standing, pins)
        assert.ok(inRow <= 5)
        const computed = expectedAccounts(standing, pins, inDay)
        assert.ok(computed < ranges[standing].risk, String(computed))
        if (standing === 'primary') assert.ok(inDay > 0 && computed < 0.002)
        const random = numbers(pins)
        let [total, squares, tries, days] = [0, 0, 0, 0]
        while (tries < 10_000 || days < 10_000) {
          const once = opened(standing, pins, random)
          if (once.tries === 0) break
          total += once.accounts
          squares += once.accounts ** 2
          tries += once.tries
          days += 1
        }
        const mean = days === 0 ? 0 : total / days
        const deviation = Math.sqrt(Math.max(squares / Math.max(days, 1), computed) / Math.max(days, 1))
        const alone = expectedAccounts(standing, pins, inRow)
        test.diagnostic(
          `${standing}, ${pins} PINs: ${inRow} wrong in a row, ${inDay} a day; expected accounts ${alone.toFixed(6)} alone, ` +
            `${computed.toFixed(6)} with the row set back; ${mean.toFixed(6)} in ${tries} random tries`,
        )
        assert.ok(Math.abs(mean - computed) <= 4 * deviation, `${mean} is not ${computed}`)
      })
})

describe('The tries of a device', () => {
  const guess = { digits: 4, now: 1_000 * day, pins: (of: MemberStanding) => (of === 'primary' ? 1 : 0) }
  const wrong = (times: number, at = guess.now) => {
    let state = untried
    for (let count = 0; count < times; count += 1) state = afterWrong(state, { ...guess, now: at })
    return state
  }

  it('end with five wrong ones in a row, until the password is given', () => {
    assert.ok(takes(wrong(4), guess))
    const five = wrong(5)
    assert.deepEqual([takes(five, guess), five.password_only], [false, true])
    assert.ok(!takes(five, { ...guess, now: guess.now + 2 * day }))
    assert.ok(takes(afterRight(five), guess))
  })

  it('end for a day with the last one of the day, whatever was given in between', () => {
    let state = untried
    for (let count = 0; count < 17; count += 1)
      state = { ...untried, ...afterRight(afterWrong(state, guess)) }
    assert.ok(!takes(state, guess))
    assert.equal(againAt(state, 'primary', 1, guess.now), guess.now + day)
    assert.ok(takes(state, { ...guess, now: guess.now + day }))
  })

  it('do not begin anew by a clock that is set back', () => {
    let state = untried
    for (let count = 0; count < 17; count += 1)
      state = { ...untried, ...afterRight(afterWrong(state, guess)) }
    assert.ok(!takes(state, { ...guess, now: guess.now - 3 * day }))
  })

  it('are none where more PINs work than may', () => {
    const pins = (of: MemberStanding) => (of === 'temporary' ? 4 : 0)
    assert.ok(!takes(untried, { digits: 2, now: 0, pins }))
  })
})
