import type { Clock } from '../../kernel/clock.ts'
import type { UnlockService, UnlockAttempt } from '../../kernel/encryption/unlock-service.ts'
import { openByPasskey, type PasskeyQuestion, passkeysOf } from '../../kernel/encryption/key-file.ts'
import { failure, RateLimited } from '../../kernel/errors.ts'
import { lockoutMs, maxOwnerLockoutMs } from '../../kernel/frequency.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import type { EncryptionDone, EncryptionProblem, EncryptionRequest } from '../../kernel/offline/encryption.ts'
import { programModule } from '../../kernel/program.ts'
import { requestOnce } from '../../kernel/thread.ts'

const WrongSecret = failure(
  'INVALID_CREDENTIALS',
  'this is neither the passphrase of the home nor its twelve words',
  'wrong_passphrase',
)
const WrongPasskey = failure('INVALID_CREDENTIALS', 'this passkey does not open the home', 'wrong_passkey')
const TooManyAttempts = failure('ACCOUNT_LOCKED', 'too many failed attempts, try again later')
const KeyDamaged = failure(
  'INTERNAL_ERROR',
  'home-key.json is damaged, here and in backups/: put back the one of another copy of the home',
  'damaged_key',
)

/** Stretching a passphrase takes 128 MB for a moment. */
const maxHeapMb = 512

type UnlockOutcome = EncryptionDone | EncryptionProblem

interface UnlockServiceDependencies {
  /** Finds the key of the home, or why there is none. */
  readonly open: (attempt: UnlockAttempt) => Promise<UnlockOutcome>
  readonly passkeys: UnlockService['passkeys']
  readonly clock: Clock
  readonly log: Log
}

export interface OpenedUnlockService {
  readonly unlockService: UnlockService
  /** Resolves with the key of the home once somebody has unlocked it here. */
  readonly key: Promise<Buffer>
  /** The home was unlocked, here or elsewhere. */
  readonly passed: () => void
}

/**
 * Opens the way by which a page unlocks a home: one attempt at a time, and none for a while after five failures in a row. They
 * are counted in memory: whoever can restart the daemon has the file of the key as well, and can guess without it.
 */
export function openUnlockService({
  open,
  passkeys,
  clock,
  log,
}: UnlockServiceDependencies): OpenedUnlockService {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  let isOpen = false
  let busy = false
  let failures = 0
  /** By the monotonic clock. */
  let lockedUntil = 0

  const fail = ({ passkey }: UnlockAttempt) => {
    failures += 1
    lockedUntil = clock.monotonic() + Math.min(lockoutMs(failures), maxOwnerLockoutMs)
    log.warn({ failures }, 'somebody tried to unlock the home, and could not')
    return passkey ? WrongPasskey() : WrongSecret()
  }

  const attempt = async (given: UnlockAttempt) => {
    const opened = await open(given)
    if ('problem' in opened) throw opened.problem === 'wrong_secret' ? fail(given) : KeyDamaged()
    isOpen = true
    resolve(Buffer.from(opened.key ?? '', 'hex'))
  }

  const unlock = async (given: UnlockAttempt) => {
    if (isOpen) return
    const left = lockedUntil - clock.monotonic()
    if (left > 0) throw TooManyAttempts({ retry_after_seconds: Math.ceil(left / 1_000) })
    if (busy) throw RateLimited({ retry_after_seconds: 1 })
    busy = true
    try {
      await attempt(given)
    } finally {
      busy = false
    }
  }

  return {
    unlockService: { state: () => ({ status: isOpen ? 'starting' : 'locked' }), passkeys, unlock },
    key: promise,
    passed: () => {
      isOpen = true
    },
  }
}

/**
 * Finds the key of a home by an attempt: by a passkey at once, by a passphrase in a thread, since that takes a second and the page is
 * to be told meanwhile how it is.
 */
export async function openHome(home: Home, { passkey, secret = '' }: UnlockAttempt): Promise<UnlockOutcome> {
  if (passkey) {
    const key = openByPasskey(home, passkey.credential_id, passkey.secret)
    return key === null ? { problem: 'wrong_secret' } : { key: key.toString('hex') }
  }
  const asked: EncryptionRequest = { open: { home: home.path, secret } }
  const module = programModule('daemon/features/encryption/encryption-thread')
  // The thread answers each question with what belongs to it.
  return (await requestOnce(module, { maxHeapMb }, asked)) as UnlockOutcome
}

/** What browsers have to know of the passkeys of a home. */
export const questionsOf = (home: Home): PasskeyQuestion[] =>
  passkeysOf(home).map(({ credential_id, salt, rp_id }) => ({ credential_id, salt, rp_id }))
