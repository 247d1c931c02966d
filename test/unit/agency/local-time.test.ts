import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { dayOf, momentOf, wallOf } from '../../../daemon/features/agency/local-time.ts'
import { quietUntil } from '../../../daemon/features/agency/quiet-hours.ts'
import { iso } from '../../../daemon/kernel/clock.ts'

const berlin = 'Europe/Berlin'
const hour = 3_600_000
const wall = (text: string) => Date.parse(`${text}:00Z`)

describe('A local time', () => {
  for (const [name, local, moment] of [
    ['in winter', '2026-01-10T08:00', '2026-01-10T07:00:00.000Z'],
    ['in summer', '2026-07-10T08:00', '2026-07-10T06:00:00.000Z'],
    ['that is skipped in spring is an hour later', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['right after the skipped hour', '2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
    ['that comes twice in autumn is the first', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['right before the one that comes twice', '2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
    ['right after the one that comes twice', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ] as const) {
    it(name, () => {
      assert.equal(iso(momentOf(wall(local), berlin)), moment)
    })
  }

  it('converts back to its moment, unless it occurs twice', () => {
    const anyMoment = fc.integer({ min: Date.parse('2000-01-01Z'), max: Date.parse('2040-01-01Z') })
    const anyZone = fc.constantFrom(berlin, 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'UTC')
    fc.assert(
      fc.property(anyMoment, anyZone, (moment, zone) => {
        const back = momentOf(wallOf(moment, zone), zone)
        assert.ok(back === moment || (back < moment && moment - back <= hour))
        assert.equal(wallOf(back, zone), wallOf(moment, zone))
      }),
    )
  })
})

describe('A local day', () => {
  for (const [name, at, hours] of [
    ['usually has 24 hours', '2026-05-04T12:00:00Z', 24],
    ['has 23 in spring', '2026-03-29T12:00:00Z', 23],
    ['has 25 in autumn', '2026-10-25T12:00:00Z', 25],
  ] as const) {
    it(name, () => {
      const moment = Date.parse(at)
      const { from, to } = dayOf(moment, berlin)
      assert.equal((to - from) / hour, hours)
      assert.ok(from <= moment && moment < to)
      assert.deepEqual(dayOf(from, berlin), { from, to })
      assert.equal(dayOf(to, berlin).from, to)
    })
  }
})

describe('Quiet hours', () => {
  const night = { from: 22 * 60, to: 7 * 60 }
  const siesta = { from: 13 * 60, to: 15 * 60 }
  const early = { from: 60, to: 2 * 60 + 30 }

  for (const [name, hours, at, until] of [
    ['have not begun at 21:59', night, '2026-05-04T21:59:59+02:00', null],
    ['begin at 22:00', night, '2026-05-04T22:00:00+02:00', '2026-05-05T07:00:00+02:00'],
    ['go on after midnight', night, '2026-05-05T00:00:00+02:00', '2026-05-05T07:00:00+02:00'],
    ['are over at 07:00', night, '2026-05-05T07:00:00+02:00', null],
    [
      'last until 07:00 of the new time in spring',
      night,
      '2026-03-28T23:00:00+01:00',
      '2026-03-29T07:00:00+02:00',
    ],
    [
      'last until 07:00 of the new time in autumn',
      night,
      '2026-10-24T23:00:00+02:00',
      '2026-10-25T07:00:00+01:00',
    ],
    ['end later where their end is skipped', early, '2026-03-29T01:59:00+01:00', '2026-03-29T03:30:00+02:00'],
    ['end at the first of two ends', early, '2026-10-25T02:29:00+02:00', '2026-10-25T02:30:00+02:00'],
    ['are over after the first of two ends', early, '2026-10-25T02:29:00+01:00', null],
    ['may be in the day', siesta, '2026-05-04T14:00:00+02:00', '2026-05-04T15:00:00+02:00'],
    ['in the day are not over midnight', siesta, '2026-05-04T23:00:00+02:00', null],
    ['of no length are none', { from: 600, to: 600 }, '2026-05-04T10:00:00+02:00', null],
    ['are none where there are none', null, '2026-05-04T23:00:00+02:00', null],
  ] as const) {
    it(name, () => {
      const end = quietUntil(Date.parse(at), hours, berlin)
      assert.equal(end === null ? null : iso(end), until === null ? null : iso(Date.parse(until)))
    })
  }

  it('follow the time zone', () => {
    const at = Date.parse('2026-05-04T21:30:00Z')
    assert.notEqual(quietUntil(at, night, berlin), null)
    assert.equal(quietUntil(at, night, 'America/New_York'), null)
  })
})
