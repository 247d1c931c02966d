// What a message to the built-in engine takes: the daemon's own time, and until a client hears how the companion feels.
// node test/bench/conversation.ts [messages] [memories that the member has before] [--smoke]
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { temporaryFolder } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'
import { TestSocket } from '../support/wire/socket.ts'
import { everydayLine } from './everyday-lines.ts'
import { startMeasuredDaemon } from './measured-daemon.ts'
import { registerOwner } from './owner.ts'
import { percentile } from './percentile.ts'
import { amount, givenNumbers } from './smoke.ts'
import { memoryTexts } from './search-texts.ts'

const [messages, memories] = givenNumbers(amount(3, 1_000), amount(10, 10_000))
/** Stored with one request. */
const atOnce = 100
/** Said before anything is measured, so that the embedding model is there. */
const warmUps = amount(1, 5)

const home = temporaryFolder()
const daemon = await startMeasuredDaemon(home, { COMPANION_LIMITS_CONVERSATION_PER_HOUR: '1000000' })

/** Gives the member memories of everyday life. */
async function remember(token: string): Promise<void> {
  const texts = memoryTexts(memories, 1)
  for (let at = 0; at < texts.length; at += atOnce) {
    const payload = { memories: texts.slice(at, at + atOnce).map((content) => ({ content })) }
    const { status, body } = await rest(daemon, 'POST /memory/store-many', { token, payload })
    assert.ok(status < 300, JSON.stringify(body))
  }
}

interface Figures {
  readonly answered: number[]
  readonly felt: number[]
}

/** Says so much; answers the milliseconds until each answer, and until each feeling. */
async function converse(token: string, from: number, count: number): Promise<Figures> {
  await using socket = await TestSocket.open(daemon, token)
  await socket.ask('subscribe', { topics: ['emotion.state'] })
  const figures: Figures = { answered: [], felt: [] }
  const sent = { at: 0 }
  socket.socket.on('message', (data: Buffer) => {
    if (data.includes('"type":"emotion_update"')) figures.felt.push(performance.now() - sent.at)
  })
  for (let at = from; at < from + count; at += 1) {
    const payload = { content: everydayLine(at) }
    sent.at = performance.now()
    const { status, body } = await rest(daemon, 'POST /conversation/message', { token, payload })
    figures.answered.push(performance.now() - sent.at)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.response.engine, 'builtin')
  }
  return figures
}

const ms = (number: number) => `${number.toFixed(1)} ms`.padStart(9)

try {
  const { access_token: token } = await registerOwner(home, daemon.file)
  await remember(token)
  await converse(token, 0, warmUps)
  const { answered, felt } = await converse(token, warmUps, messages)
  const { body } = await rest(daemon, 'GET /gateway/stats', { token })
  const own = body.data.operations.find(
    ({ operation }: { operation: string }) => operation === 'conversation.message',
  )
  console.log(
    `${messages} messages to the built-in engine, one after another, over REST, beside ${memories} memories:`,
  )
  console.log(
    `  the daemon's own time p50 ${ms(own.p50_ms)}, p95 ${ms(own.p95_ms)}, p99 ${ms(own.p99_ms)} (${own.count}, of which ${warmUps} to warm up)`,
  )
  console.log(
    `  until it is answered  p50 ${ms(percentile(answered, 0.5))}, p95 ${ms(percentile(answered, 0.95))}`,
  )
  console.log(
    `  until its feeling     p50 ${ms(percentile(felt, 0.5))}, p95 ${ms(percentile(felt, 0.95))}, p99 ${ms(percentile(felt, 0.99))} (${felt.length})`,
  )
} finally {
  await daemon.stop()
  rmSync(home, { recursive: true, force: true })
}
