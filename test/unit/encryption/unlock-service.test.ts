import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { openUnlockService } from '../../../daemon/features/encryption/unlock-service.ts'
import { ManualClock } from '../../support/clock.ts'

const passphrase = 'seven herons over the weir'

/** A locked home that opens by the passphrase alone; its key is damaged where `damaged` says so. */
function openLocked(damaged = false) {
  const homeKey = randomBytes(32)
  const clock = new ManualClock()
  const open = async ({ secret }: { secret?: string }) => {
    if (damaged) return { problem: 'damaged_key' } as const
    return secret === passphrase ? { key: homeKey.toString('hex') } : ({ problem: 'wrong_secret' } as const)
  }
  return {
    clock,
    homeKey,
    ...openUnlockService({ open, passkeys: () => [], clock, log: pino({ level: 'silent' }) }),
  }
}

/** What an attempt is refused with: its code, and the seconds to wait. */
const refused = (attempt: Promise<void>) =>
  attempt.then(
    () => assert.fail('it was unlocked'),
    ({ code, details }: { code: string; details: { retry_after_seconds?: number } }) => [
      code,
      details.retry_after_seconds,
    ],
  )

describe('Unlocking a locked home', () => {
  it('stays shut for a minute after five wrong passphrases, then for twice as long up to five minutes', async () => {
    const { unlockService, clock, key, homeKey } = openLocked()
    const wrong = () => refused(unlockService.unlock({ secret: 'seven herons over the wear' }))
    for (let failures = 1; failures < 5; failures += 1)
      assert.deepEqual(await wrong(), ['INVALID_CREDENTIALS', undefined])
    for (const seconds of [60, 120, 240, 300, 300]) {
      assert.deepEqual(await wrong(), ['INVALID_CREDENTIALS', undefined])
      assert.deepEqual(await refused(unlockService.unlock({ secret: passphrase })), [
        'ACCOUNT_LOCKED',
        seconds,
      ])
      clock.advance(seconds * 1_000 - 1)
      assert.deepEqual(await refused(unlockService.unlock({ secret: passphrase })), ['ACCOUNT_LOCKED', 1])
      clock.advance(1)
    }
    await unlockService.unlock({ secret: passphrase })
    assert.deepEqual(await key, homeKey)
    assert.deepEqual(unlockService.state().status, 'starting')
  })

  it('takes one attempt at a time', async () => {
    const { unlockService, key, homeKey } = openLocked()
    const first = unlockService.unlock({ secret: passphrase })
    assert.deepEqual(await refused(unlockService.unlock({ secret: passphrase })), ['RATE_LIMITED', 1])
    await first
    assert.deepEqual(await key, homeKey)
  })

  it('says that the file of the key is damaged, and counts nothing', async () => {
    const { unlockService } = openLocked(true)
    for (let tried = 0; tried < 6; tried += 1)
      assert.deepEqual(await refused(unlockService.unlock({ secret: passphrase })), [
        'INTERNAL_ERROR',
        undefined,
      ])
  })
})
