import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { momentsToKeep } from '../../../daemon/features/backups/offsite/retention.ts'

const [hour, day] = [3_600_000, 86_400_000]
const now = Date.parse('2026-03-18T12:30:00Z')
const hourly = (count: number) => Array.from({ length: count }, (_, index) => now - index * hour)

describe('Snapshots that stay', () => {
  it('are all of the last day, one a day of the last week, and one a week of the last month', () => {
    const stay = [...momentsToKeep(hourly(24 * 90), now)].toSorted((a, b) => b - a)
    const ages = stay.map((moment) => now - moment)
    assert.equal(ages.filter((age) => age < day).length, 24)
    assert.equal(ages.filter((age) => age >= day && age < 7 * day).length, 6)
    assert.ok(ages.filter((age) => age >= 7 * day).length >= 3)
    assert.ok(ages.filter((age) => age >= 7 * day).length <= 5)
    assert.ok(Math.max(...ages) < 31 * day)
  })

  it('are never none: the newest stays however old it is', () => {
    assert.deepEqual([...momentsToKeep([now - 400 * day, now - 500 * day], now)], [now - 400 * day])
    assert.deepEqual([...momentsToKeep([], now)], [])
  })

  it('are the same where they are thinned out every hour as where that is done once', () => {
    let moments: number[] = []
    const start = now - 20 * day
    for (let at = start; at <= now; at += hour) moments = [...momentsToKeep([...moments, at], at)]
    const once = momentsToKeep(
      Array.from({ length: 20 * 24 + 1 }, (_, index) => start + index * hour),
      now,
    )
    assert.deepEqual(
      moments.toSorted((a, b) => a - b),
      [...once].toSorted((a, b) => a - b),
    )
  })

  it('stay where the clock was set back, too', () => {
    assert.ok(momentsToKeep([now + day, now], now).has(now))
  })
})
