import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { commonPasswords } from '../../../build/scripts/breached.ts'
import { openPasswordPolicy } from '../../../daemon/features/identity/passwords/password-policy.ts'
import type { AccountNames } from '../../../daemon/features/identity/rules.ts'
import { ConfigError } from '../../../daemon/kernel/config.ts'
import { amount, it, itScaled } from '../../support/long.ts'

const defaults = { memory_kib: 65_536, passes: 3, lanes: 4, min_score: 2 }
const zoltan: AccountNames = { username: 'zoltan', full_name: 'Zolt\u00e1n Kov\u00e1cs' }
const passphrases = amount(100, 1_000)
const silent = pino({ level: 'silent' })

/** The reason of a refusal, or `accepted`. */
function judge(settings: Partial<typeof defaults> & { breached_file?: string; range_url?: string } = {}) {
  const policy = openPasswordPolicy({ ...defaults, ...settings }, silent)
  return async (password: string, named = zoltan) => {
    try {
      await policy.assertAcceptable(password, named, 'password')
    } catch (error) {
      const { code, details } = error as { code: string; details: { field: string; reason: string } }
      assert.deepEqual([code, details.field], ['PASSWORD_REJECTED', 'password'])
      return details.reason
    }
    return 'accepted'
  }
}

it('the dictionaries are loaded for a password that needs them, and never by the main thread', async () => {
  const { cache } = createRequire(import.meta.url)
  const reasonOf = judge()
  const reasons = [await reasonOf('short'), await reasonOf('password1'), await reasonOf('companion2026')]
  assert.deepEqual(reasons, ['too_short', 'breached', 'too_simple'])
  assert.equal(
    Object.keys(cache).some((file) => file.includes('@zxcvbn-ts/core')),
    false,
  )
})

it('the 1,000 most common passwords are refused, each with its reason', async (t) => {
  const reasonOf = judge()
  const counts: Record<string, number> = {}
  for (const password of commonPasswords().slice(0, 1_000)) {
    const reason = await reasonOf(password)
    counts[reason] = (counts[reason] ?? 0) + 1
  }
  t.diagnostic(JSON.stringify(counts))
  const { too_short = 0, breached = 0, ...others } = counts
  assert.deepEqual(others, {})
  assert.ok(breached > 100)
  assert.equal(too_short + breached, 1_000)
})

itScaled(`${passphrases} passphrases of four random words are accepted`, async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['diceware-common']
  assert.equal(words.length, 7_776)
  const reasonOf = judge()
  const refused: string[] = []
  for (let n = 0; n < passphrases; n += 1) {
    const random = hash('sha256', `passphrase ${n}`, 'buffer')
    const phrase = [0, 4, 8, 12].map((at) => words[random.readUInt32BE(at) % words.length]).join(' ')
    if ((await reasonOf(phrase)) !== 'accepted') refused.push(phrase)
  }
  assert.deepEqual(refused, [])
})

it('each refusal names the field and the reason', async () => {
  const reasonOf = judge()
  assert.equal(await reasonOf('1234567'), 'too_short')
  assert.equal(await reasonOf('the zoltan family'), 'contains_identity')
  assert.equal(await reasonOf('Sunshine1'), 'breached')
  assert.equal(await reasonOf('abcdabcdabcdabcd!'), 'too_simple')
  assert.equal(await reasonOf('seven green lanterns'), 'accepted')

  const policy = openPasswordPolicy(defaults, silent)
  await assert.rejects(policy.assertAcceptable('1234567', zoltan, 'new_password'), {
    code: 'PASSWORD_REJECTED',
    details: { field: 'new_password', reason: 'too_short' },
  })
})

it('the names of the member and the companion do not make a password stronger', async () => {
  const reasonOf = judge()
  assert.equal(await reasonOf('c0mp4n10n!'), 'too_simple')
  const disguised = 'qu1bb3rt4ng7'
  assert.equal(await reasonOf(disguised), 'accepted')
  for (const named of [
    { username: 'quibbertang', full_name: 'Q.' },
    { username: 'zoltan', full_name: 'Zoltan Quibbertang-Nagy' },
  ]) {
    assert.equal(await reasonOf(disguised, named), 'too_simple')
  }
})

it('a password of maximum length is judged by its beginning', async () => {
  const reasonOf = judge()
  const symbols = hash('sha512', 'long', 'base64').repeat(3).slice(0, 256)
  assert.equal(symbols.length, 256)
  assert.equal(await reasonOf(symbols), 'accepted')
  assert.equal(await reasonOf('1'.repeat(256)), 'too_simple')
})

it('the minimum score is configurable, and 0 disables it', async () => {
  const simple = 'companion2026'
  const fair = 'sunshine-2024'
  const reasons = (min_score: number) => Promise.all([simple, fair].map((word) => judge({ min_score })(word)))
  assert.deepEqual(await reasons(0), ['accepted', 'accepted'])
  assert.deepEqual(await reasons(2), ['too_simple', 'accepted'])
  assert.deepEqual(await reasons(4), ['too_simple', 'too_simple'])
  assert.equal(await judge({ min_score: 0 })('password1'), 'breached')
})

it('a configured file extends the embedded set', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const breached_file = join(folder.path, 'pwned.txt')
  writeFileSync(breached_file, `${hash('sha1', 'seven green lanterns').toUpperCase()}:7\r\n`)
  const reasonOf = judge({ breached_file })
  assert.equal(await reasonOf('seven green lanterns'), 'breached')
  assert.equal(await reasonOf('Sunshine1'), 'breached')
  assert.equal(await reasonOf('eight green lanterns'), 'accepted')
})

it('the embedded set decides when the range service is unreachable', async () => {
  // Nothing listens on port 1.
  const reasonOf = judge({ range_url: 'http://127.0.0.1:1/range' })
  assert.equal(await reasonOf('Sunshine1'), 'breached')
  assert.equal(await reasonOf('seven green lanterns'), 'accepted')
})

it('an unusable file or service stops the start', () => {
  assert.throws(() => judge({ breached_file: join(tmpdir(), 'companion-none', 'pwned.txt') }), ConfigError)
  assert.throws(() => judge({ range_url: 'http://range.example' }), ConfigError)
})
