import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { Config } from '../../kernel/config.ts'
import type { Log } from '../../kernel/log.ts'
import { openBreachedFile } from './breached-file.ts'
import { openBreachedRange } from './breached-range.ts'
import { embeddedSet } from './breached-set.ts'
import { PasswordRejected } from './failures.ts'
import { type Named, partsOfName, passwordFlaw } from './rules.ts'

// It runs on the main thread, for seconds with zxcvbn's own limits (256 and 100) and a long password of many symbols.
const maxEstimatedLength = 48
const maxSubstitutions = 16

export interface PasswordPolicy {
  /**
   * Throws `PASSWORD_REJECTED`, with `field` and a `reason`, where `password` may not be the one of this member. The
   * password is normal already and of at most 256 characters.
   */
  assertAcceptable(password: string, identity: Named, field: string): Promise<void>
}

/**
 * Refuses what is too short, has the member's name in it, is known from breaches, or is too easy to guess (NIST SP
 * 800-63B, 3.1.1.2). Dictionaries are loaded with the first password that needs them. Throws `ConfigError` for a
 * `breached_file` or `range_url` that cannot be used.
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

  let estimator: Promise<ZxcvbnFactory> | undefined
  const isTooSimple = async (password: string, identity: Named) => {
    if (min_score === 0) return false
    estimator ??= loadEstimator()
    const known = [identity.username, ...partsOfName(identity.full_name), 'companion']
    return (await estimator).check(password, known).score < min_score
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

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: maxEstimatedLength,
    l33tMaxSubstitutions: maxSubstitutions,
  })
}
