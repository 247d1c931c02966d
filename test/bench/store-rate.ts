// How many memories a second are stored one by one, and what that does to everybody else: the p99 of a token check
// meanwhile against the same without load. node test/bench/store-rate.ts [memories] [--smoke]
import { rmSync } from 'node:fs'
import { temporaryFolder } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'
import { timesDuring } from './duration.ts'
import { startMeasuredDaemon } from './measured-daemon.ts'
import { registerOwner } from './owner.ts'
import { requestsPerSecond, requestTo } from './http-load.ts'
import { median, percentile } from './percentile.ts'
import { amount, givenNumbers } from './smoke.ts'
import { memoryTexts } from './search-texts.ts'
import { checkToken } from './token-check.ts'

const [count] = givenNumbers(amount(20, 10_000))
const clients = 8
/** How long the checks are measured without load, in milliseconds. */
const quiet = amount(100, 5_000)
/** Milliseconds between two checks: they are to measure the daemon, not to load it. */
const pause = 5

const home = temporaryFolder()
const daemon = await startMeasuredDaemon(home)
const { access_token: token } = await registerOwner(home, daemon.file)

const store = async (content: string) => {
  const { status } = await rest(daemon, 'POST /memory/store', { token, payload: { content } })
  if (status !== 201 && status !== 200) throw new Error(`store: ${status}`)
}

/** Milliseconds of token checks while `work` is done. */
const checksDuring = (work: Promise<unknown>) => timesDuring(work, () => checkToken(daemon, token), pause)
const formatTimes = (times: readonly number[]) =>
  `p50 ${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms (${times.length})`

try {
  const texts = memoryTexts(count, 5)
  await store('the first one loads the model')
  const alone = await checksDuring(new Promise((resolve) => setTimeout(resolve, quiet)))
  const { port } = new URL(daemon.file.base_url)
  const target = { port: Number(port), token }
  const requests = texts.map((content) => requestTo(target, '/api/v1/memory/store', { payload: { content } }))
  const stored = requestsPerSecond(target.port, clients, () => requests.pop() ?? null)
  const busy = await checksDuring(stored)
  console.log(`${count} memories one by one by ${clients} clients: ${Math.round(await stored)}/s`)
  console.log(`  token checks alone     ${formatTimes(alone)}`)
  console.log(`  token checks meanwhile ${formatTimes(busy)}`)
  console.log(`  ratio of the p99 ${(percentile(busy, 0.99) / percentile(alone, 0.99)).toFixed(2)}`)
} finally {
  await daemon.stop()
  rmSync(home, { recursive: true, force: true })
}
