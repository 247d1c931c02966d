import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  bytesText,
  exactTime,
  languageName,
  millisecondsText,
  numberText,
  shareOf,
  spanText,
} from '../../../daemon/ui/system/formats.ts'

/** As a person reads it: every space is one. */
const read = (text: string) => text.replaceAll(/\s/g, ' ')

describe('Figures in words', () => {
  for (const [bytes, en, de] of [
    [0, '0 bytes', '0 Byte'],
    [999, '999 bytes', '999 Byte'],
    [1_000, '1 kB', '1 kB'],
    [1_540_000, '1.5 MB', '1,5 MB'],
    [24_000_000, '24 MB', '24 MB'],
    [78_400_000_000, '78 GB', '78 GB'],
    [9e18, '9,000,000 TB', '9.000.000 TB'],
  ] as const) {
    it(`tell ${bytes} bytes`, () => {
      assert.equal(read(bytesText(bytes, 'en')), en)
      assert.equal(read(bytesText(bytes, 'de')), de)
    })
  }

  for (const [seconds, en, de] of [
    [0, '0 seconds', '0 Sekunden'],
    [59.9, '59 seconds', '59 Sekunden'],
    [60, '1 minute', '1 Minute'],
    [3_725, '1 hour, 2 minutes', '1 Stunde, 2 Minuten'],
    [3_605, '1 hour', '1 Stunde'],
    [266_400, '3 days, 2 hours', '3 Tage, 2 Stunden'],
    [-5, '0 seconds', '0 Sekunden'],
  ] as const) {
    it(`tell ${seconds} seconds by their two largest parts`, () => {
      assert.equal(read(spanText(seconds, 'en')), en)
      assert.equal(read(spanText(seconds, 'de')), de)
    })
  }

  it('tell few milliseconds exactly and many roundly', () => {
    assert.equal(read(millisecondsText(0.4249, 'en')), '0.42 ms')
    assert.equal(read(millisecondsText(1_234.5, 'en')), '1,235 ms')
    assert.equal(read(millisecondsText(1_234.4, 'de')), '1.234 ms')
  })

  it('tell numbers as the language does', () => {
    assert.equal(numberText(12_345.67, 'en'), '12,345.7')
    assert.equal(numberText(12_345.67, 'de'), '12.345,7')
  })

  it('tell a moment to the second', () => {
    assert.match(exactTime(new Date(2026, 2, 4, 5, 6, 7, 890).toISOString(), 'de'), /2026.*05:06:07/)
  })
})

describe('A share', () => {
  for (const [done, total, share] of [
    [0, 10, 0],
    [5, 10, 50],
    [10, 10, 100],
    [11, 10, 100],
    [-1, 10, 0],
    [0, 0, 100],
  ] as const) {
    it(`of ${done} of ${total} is ${share} percent`, () => {
      assert.equal(shareOf(done, total), share)
    })
  }
})

describe('The name of a language', () => {
  it('is said in another', () => {
    assert.equal(languageName('en', 'de'), 'Englisch')
    assert.equal(languageName('de', 'en'), 'German')
  })

  it('is the tag itself where there is no such language', () => {
    assert.equal(languageName('no such tag', 'en'), 'no such tag')
  })
})
