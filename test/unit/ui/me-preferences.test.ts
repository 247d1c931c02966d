import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changed, remembers, timeIn, timeZones, zoneOf } from '../../../daemon/ui/me/preference-values.ts'

describe('Preferences', () => {
  it('keep what a change does not name', () => {
    const agency = { daily_budget: 2 }
    assert.deepEqual(changed({ agency, remember: true }, { remember: false }), { agency, remember: false })
  })

  it('lose what is removed, while null is a value', () => {
    assert.deepEqual(changed({ time_zone: 'Europe/Berlin', own: 1 }, { time_zone: undefined, own: null }), {
      own: null,
    })
  })

  it('leave the previous object unchanged', () => {
    const before = { remember: true }
    changed(before, { remember: false })
    assert.deepEqual(before, { remember: true })
  })

  it('let the companion remember unless they say no', () => {
    assert.deepEqual([{}, { remember: true }, { remember: 'no' }, { remember: false }].map(remembers), [
      true,
      true,
      true,
      false,
    ])
  })

  it('name a time zone, or none', () => {
    assert.deepEqual([{ time_zone: 'Europe/Berlin' }, {}, { time_zone: '' }, { time_zone: 7 }].map(zoneOf), [
      'Europe/Berlin',
      null,
      null,
      null,
    ])
  })
})

describe('Time zones', () => {
  it('start with that of the browser, listed once', () => {
    assert.deepEqual(timeZones('Europe/Berlin', ['Africa/Cairo', 'Europe/Berlin']), [
      'Europe/Berlin',
      'Africa/Cairo',
    ])
  })

  it('tell the time in the language of the page', () => {
    const noon = new Date('2026-05-01T12:00:00Z')
    assert.equal(timeIn('Europe/Berlin', noon, 'de'), '14:00')
    assert.match(timeIn('America/New_York', noon, 'en'), /^08:00$/)
  })

  it('show no time for an unknown zone', () => assert.equal(timeIn('Middle/Earth', new Date(), 'en'), ''))
})
