import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { readPreferences } from '../../../daemon/features/agency/preferences.ts'
import { openEnd, pauseChoices, pausedUntil, pauseOf, withPause } from '../../../daemon/client/pause.ts'

const before = process.env['TZ']
process.env['TZ'] = 'Europe/Berlin'
after(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

const noon = Date.parse('2026-05-04T12:00:00+02:00')

describe('A pause', () => {
  it('of an hour ends an hour later, also across midnight and a clock change', () => {
    for (const [from, to] of [
      ['2026-05-04T12:34:56.789+02:00', '2026-05-04T11:34:56.789Z'],
      ['2026-05-04T23:30:00+02:00', '2026-05-04T22:30:00.000Z'],
      ['2026-03-29T01:30:00+01:00', '2026-03-29T01:30:00.000Z'],
    ] as const)
      assert.equal(pausedUntil('hour', new Date(from)), to)
  })

  for (const [from, to, why] of [
    ['2026-05-04T12:00:00+02:00', '2026-05-05T07:00:00+02:00', 'the next morning'],
    ['2026-05-04T23:59:59+02:00', '2026-05-05T07:00:00+02:00', 'the next morning, late as it is'],
    ['2026-05-05T01:00:00+02:00', '2026-05-05T07:00:00+02:00', 'the same morning, once the night has begun'],
    ['2026-05-05T03:00:00+02:00', '2026-05-05T07:00:00+02:00', 'the same morning, 4 hours before it'],
    ['2026-05-05T03:00:01+02:00', '2026-05-06T07:00:00+02:00', 'a day later where the morning is near'],
    ['2026-05-05T06:59:00+02:00', '2026-05-06T07:00:00+02:00', 'a day later right before it'],
    ['2026-12-31T20:00:00+01:00', '2027-01-01T07:00:00+01:00', 'the next year'],
    ['2026-03-28T20:00:00+01:00', '2026-03-29T07:00:00+02:00', 'at 07:00 when the clocks go forward'],
    ['2026-10-24T20:00:00+02:00', '2026-10-25T07:00:00+01:00', 'at 07:00 when the clocks go back'],
    ['2026-03-29T01:59:00+01:00', '2026-03-29T07:00:00+02:00', 'by the hours that a short night really has'],
  ] as const) {
    it(`until tomorrow, started at ${from}, ends ${why}`, () => {
      assert.equal(pausedUntil('tomorrow', new Date(from)), new Date(to).toISOString())
    })
  }

  it('that is open-ended never shows an end', () => {
    assert.equal(pausedUntil('open', new Date(noon)), '9999-12-31T00:00:00.000Z')
    assert.equal(pauseOf(withPause({}, openEnd), noon), openEnd)
  })

  it('is active until its end, and not afterwards', () => {
    const preferences = withPause({}, '2026-05-04T14:00:00+02:00')
    assert.equal(pauseOf(preferences, noon), '2026-05-04T12:00:00.000Z')
    assert.equal(pauseOf(preferences, noon + 2 * 3_600_000 - 1), '2026-05-04T12:00:00.000Z')
    assert.equal(pauseOf(preferences, noon + 2 * 3_600_000), null)
  })

  it('is interpreted as the companion does', () => {
    for (const agency of [
      undefined,
      'often',
      null,
      [],
      {},
      { paused_until: null },
      { paused_until: 'tomorrow' },
      { paused_until: '2026-05-05' },
      { paused_until: noon + 1 },
      { paused_until: '2026-05-05T07:00:00+02:00' },
      ...pauseChoices.map((choice) => ({ paused_until: pausedUntil(choice, new Date(noon)) })),
    ]) {
      const until = pauseOf({ agency }, noon)
      const { paused_until } = readPreferences({ agency })
      assert.equal(until === null ? null : Date.parse(until), paused_until, JSON.stringify(agency))
    }
  })

  it('is stored next to all other preferences, and removed again', () => {
    const held = { colour: 'blue', agency: { daily_budget: 3, own: { a: 1 } }, time_zone: 'Asia/Tokyo' }
    const paused = withPause(held, openEnd)
    assert.deepEqual(paused, { ...held, agency: { ...held.agency, paused_until: openEnd } })
    assert.deepEqual(withPause(paused, null), held)
    assert.deepEqual(withPause({ colour: 'blue' }, null), { colour: 'blue' })
    assert.deepEqual(held, {
      colour: 'blue',
      agency: { daily_budget: 3, own: { a: 1 } },
      time_zone: 'Asia/Tokyo',
    })
  })

  it('replaces the previous one', () => {
    const twice = withPause(withPause({}, openEnd), '2026-05-05T05:00:00.000Z')
    assert.equal(pauseOf(twice, noon), '2026-05-05T05:00:00.000Z')
  })

  it('replaces invalid agency preferences', () => {
    assert.deepEqual(withPause({ agency: 'often' }, openEnd), { agency: { paused_until: openEnd } })
  })
})
