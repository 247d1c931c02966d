import type { Config } from '../../../kernel/config.ts'
import type { Log } from '../../../kernel/log.ts'
import { programModule } from '../../../kernel/program.ts'
import { openThread } from '../../../kernel/thread.ts'
import { openBreachedFile } from './breached-file.ts'
import { openBreachedRange } from './breached-range.ts'
import { embeddedSet } from './breached-set.ts'
import { PasswordRejected } from '../failures.ts'
import type { EstimateRequest } from '../password-thread.ts'
import { type AccountNames, partsOfName, passwordFlaw } from '../rules.ts'

/** Estimates passwords; passwords are chosen so seldom that its dictionaries are given back soon. */
const estimator = openThread(programModule('daemon/features/identity/password-thread'), null, {
  maxHeapMb: 256,
  idleMs: 10_000,
})

export interface PasswordPolicy {
  /**
   * Throws `PASSWORD_REJECTED`, with `field` and a `reason`, where `password` may not be the one of this member. The
   * password is normal already and of at most 256 characters.
   */
  assertAcceptable(password: string, identity: AccountNames, field: string): Promise<void>
}

/**
 * Refuses what is too short, has the member's name in it, is known from breaches, or is too easy to guess (NIST SP
 * 800-63B, 3.1.1.2). Throws `ConfigError` for a `breached_file` or `range_url` that cannot be used.
 */
export function openPasswordPolicy(settings: Config['password'], log: Log): PasswordPolicy {
  const { min_score, breached_file, range_url } = settings
  const breached = [
    embeddedSet(),
    ...(breached_file === undefined ? [] : [openBreachedFile(breached_file, log)]),
    ...(range_url === undefined ? [] : [openBreachedRange(range_url, log)]),
  ]
  const isBreached = async (password: string) => {
    for (const set of breached) if (await set.has(password)) return true
    return false
  }

  const isTooSimple = async (password: string, identity: AccountNames) => {
    if (min_score === 0) return false
    const ownWords = [identity.username, ...partsOfName(identity.full_name), 'companion']
    const request: EstimateRequest = { password, ownWords }
    const score = await estimator.request(request)
    return Number(score) < min_score
  }

  return {
    assertAcceptable: async (password, identity, field) => {
      const refuse = (reason: string) => PasswordRejected({ field, reason })
      const flaw = passwordFlaw(password, identity)
      if (flaw !== undefined) throw refuse(flaw)
      if (await isBreached(password)) throw refuse('breached')
      if (await isTooSimple(password, identity)) throw refuse('too_simple')
    },
  }
}
