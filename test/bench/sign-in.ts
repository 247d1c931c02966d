// What a sign-in tells by its time, and what many at once do to everybody else, with the passwords' default cost;
// with --smoke at the cheapest. node test/bench/sign-in.ts [tries] [--smoke]
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { login, personOf, temporaryFolder } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'
import { timed, timesDuring } from './duration.ts'
import { startMeasuredDaemon } from './measured-daemon.ts'
import { registerOwner } from './owner.ts'
import { median, percentile } from './percentile.ts'
import { amount, givenNumbers, isSmoke } from './smoke.ts'
import { checkToken } from './token-check.ts'

const [tries] = givenNumbers(amount(3, 200))
/** An account is locked after as many failures in a row, so each takes fewer. */
const failuresEach = 4
const logins = amount(3, 100)
/** How long a quiet daemon is measured, in milliseconds. */
const quiet = amount(50, 2_000)

const home = temporaryFolder()
const usualCost = {
  COMPANION_PASSWORD_MEMORY_KIB: '65536',
  COMPANION_PASSWORD_PASSES: '3',
  COMPANION_PASSWORD_LANES: '4',
}
const daemon = await startMeasuredDaemon(home, isSmoke ? {} : usualCost)
const { access_token: token } = await registerOwner(home, daemon.file)

/** Milliseconds that a login with a wrong password took, which must have had that answer. */
const refused = (username: string, wanted: number) =>
  timed(async () => assert.equal((await login(daemon, username, 'not the right password')).status, wanted))

const ms = (number: number) => `${number.toFixed(1)} ms`

/** Logins of members, of nobody and of a locked account in turn, so that what slows one down slows all. */
async function measureTells(): Promise<void> {
  // One more, whose account is locked.
  const length = Math.ceil(tries / failuresEach) + 1
  const names = Array.from({ length }, (_, index) => `member${index}`)
  for (const username of names) {
    const payload = personOf(username)
    assert.equal((await rest(daemon, 'POST /auth/register', { token, payload })).status, 201)
  }
  const locked = names[0] ?? ''
  for (let failed = 0; failed < 5; failed += 1) await login(daemon, locked, 'wrong')
  const seen = { wrong: [] as number[], unknown: [] as number[], locked: [] as number[] }
  for (let done = 0; done < tries; done += 1) {
    const name = names[1 + (done % (names.length - 1))] ?? ''
    seen.wrong.push(await refused(name, 401))
    seen.unknown.push(await refused(`nobody${done % (names.length - 1)}`, 401))
    // The lock runs out after a minute, and this takes longer: who is let through then has failed once more.
    const startedAt = performance.now()
    if ((await login(daemon, locked, 'wrong')).status === 429) seen.locked.push(performance.now() - startedAt)
  }
  const medians = { wrong: median(seen.wrong), unknown: median(seen.unknown), locked: median(seen.locked) }
  console.log(`${seen.wrong.length} tries each; medians:`)
  console.log(`  wrong password ${ms(medians.wrong)}`)
  console.log(`  unknown user   ${ms(medians.unknown)}  (${ratio(medians.unknown, medians.wrong)})`)
  console.log(`  locked account ${ms(medians.locked)}  (${ratio(medians.locked, medians.wrong)})`)
}

const ratio = (one: number, other: number) =>
  `${((one / other - 1) * 100).toFixed(1)} % from a wrong password`

async function measureBurst(): Promise<void> {
  const checksDuring = (work: Promise<unknown>) => timesDuring(work, () => checkToken(daemon, token))
  const idle = await checksDuring(new Promise((resolve) => setTimeout(resolve, quiet)))
  const answers = Promise.all(Array.from({ length: logins }, () => login(daemon, 'olga')))
  const busy = await checksDuring(answers)
  const statuses = Map.groupBy(await answers, ({ status }) => status)
  const summary = [...statuses].map(([status, those]) => `${those.length} of ${status}`).join(', ')
  console.log(`${logins} logins at once: ${summary}`)
  console.log(
    `  token checks alone       p50 ${ms(median(idle))}, p99 ${ms(percentile(idle, 0.99))} (${idle.length})`,
  )
  console.log(
    `  token checks meanwhile   p50 ${ms(median(busy))}, p99 ${ms(percentile(busy, 0.99))} (${busy.length})`,
  )
}

try {
  await measureBurst()
  await measureTells()
} finally {
  await daemon.stop()
  rmSync(home, { recursive: true, force: true })
}
