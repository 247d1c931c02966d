import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openEnd, pausedUntil } from '../../../daemon/client/pause.ts'
import { pauseEnd } from '../../../daemon/client/pause-text.ts'

/** A Monday, in the zone of this machine. */
const at = (hours: number, minutes = 0) => new Date(2026, 4, 4, hours, minutes)
/** Without the narrow spaces that some languages have before the half of a day. */
const plain = (text: string | null) => text?.replaceAll(/\s/gu, ' ')
const end = (until: Date, now: Date, language: string) =>
  plain(pauseEnd(until.toISOString(), now, language)) ?? ''

describe('The end of a pause', () => {
  it('on the same day is a time', () => {
    assert.equal(end(at(14, 5), at(13, 5), 'en'), '14:05')
    assert.equal(end(at(14, 5), at(13, 5), 'de'), '14:05')
  })

  it('on another day is a day and a time', () => {
    const tomorrow = new Date(pausedUntil('tomorrow', at(20)))
    assert.match(end(tomorrow, at(20), 'en'), /^Tuesday, May 5\b.* 07:00$/)
    assert.match(end(tomorrow, at(20), 'de'), /^Dienstag, 5\. Mai\b.* 0?7:00$/)
  })

  it('has short names if there is little room', () => {
    const tomorrow = pausedUntil('tomorrow', at(20))
    assert.match(plain(pauseEnd(tomorrow, at(20), 'en', 'short')) ?? '', /^Tue, May 5\b.* 07:00$/)
  })

  it('an hour away, but after midnight, includes the day', () => {
    assert.match(end(at(24, 30), at(23, 30), 'de'), /^Dienstag, 5\. Mai\b.* 0?0:30$/)
  })

  it('in another year includes that year', () => {
    assert.match(end(new Date(2027, 0, 1, 7), at(20), 'de'), /^Freitag, 1\. Januar 2027\b.* 0?7:00$/)
  })

  it('of an open-ended pause has no time', () => {
    assert.equal(pauseEnd(openEnd, at(20), 'en'), null)
  })
})
