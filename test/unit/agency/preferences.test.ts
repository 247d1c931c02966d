import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPreferences } from '../../../daemon/features/agency/preferences.ts'

const usual = {
  quiet_hours: { from: 1_320, to: 420 },
  daily_budget: 5,
  suggestions: true,
  paused_until: null,
  time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  language: 'en',
}

describe('Preferences for agency', () => {
  it('are read as they are written', () => {
    const written = {
      time_zone: 'Asia/Tokyo',
      language: 'de',
      tea: true,
      agency: {
        quiet_hours: { from: '23:30', to: '06:05' },
        daily_budget: 0,
        suggestions: false,
        paused_until: '2026-05-04T14:00:00+02:00',
      },
    }
    assert.deepEqual(readPreferences(written), {
      quiet_hours: { from: 1_410, to: 365 },
      daily_budget: 0,
      suggestions: false,
      paused_until: Date.UTC(2026, 4, 4, 12),
      time_zone: 'Asia/Tokyo',
      language: 'de',
    })
  })

  it('can turn quiet hours off', () => {
    assert.equal(readPreferences({ agency: { quiet_hours: null } }).quiet_hours, null)
  })

  for (const [name, written] of [
    ['that nobody wrote', undefined],
    ['that are nothing', null],
    ['that are no object', 'quiet'],
    ['that are empty', {}],
    ['whose agency is nothing', { agency: null }],
    ['whose agency is a list', { agency: [1, 2] }],
    ['of a zone that does not exist', { time_zone: 'Mars/Olympus' }],
    ['of a zone that is no text', { time_zone: 5 }],
    ['of a language that is not understood', { language: 'fr' }],
    ['with a budget below zero', { agency: { daily_budget: -1 } }],
    ['with a budget of a fraction', { agency: { daily_budget: 2.5 } }],
    ['with a budget without end', { agency: { daily_budget: 1e9 } }],
    ['with a budget in words', { agency: { daily_budget: '5' } }],
    ['with suggestions in words', { agency: { suggestions: 'no' } }],
    ['with quiet hours at 25:00', { agency: { quiet_hours: { from: '25:00', to: '07:00' } } }],
    ['with quiet hours that never end', { agency: { quiet_hours: { from: '22:00' } } }],
    ['with quiet hours as numbers', { agency: { quiet_hours: { from: 22, to: 7 } } }],
    ['with a pause in words', { agency: { paused_until: 'tomorrow' } }],
    ['with a pause without a time', { agency: { paused_until: '2026-05-04' } }],
    ['with a pause as a number', { agency: { paused_until: 1_777_896_000_000 } }],
    ['with a pause that was taken back', { agency: { paused_until: null } }],
    ['with quiet hours in words', { agency: { quiet_hours: 'always' } }],
  ] as const) {
    it(`fall back to the defaults: ${name}`, () => {
      assert.deepEqual(readPreferences(written), usual)
    })
  }
})
