// What messages that were built to take long do to everybody else, and the dialogues of test/dialogues played in ways that
// nobody talks in: another member's requests and messages, beside a quiet daemon.
// node test/bench/slow-messages.ts [messages] [--smoke]
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { personOf, signIn, temporaryFolder } from '../support/daemon.ts'
import { randomNumbers } from '../support/memory/random-vectors.ts'
import { rest } from '../support/wire/rest.ts'
import { startMeasuredDaemon } from './measured-daemon.ts'
import { registerOwner } from './owner.ts'
import { percentile } from './percentile.ts'
import { amount, givenNumbers } from './smoke.ts'

const [messages] = givenNumbers(amount(1, 100))
/** Said before anything is measured, so that the embedding model and the thread are there. */
const warmUps = amount(2, 20)
/** How many one member sends at once: as many as may wait. */
const atOnce = 8
/** What is measured of a quiet daemon. */
const quiet = amount({ requests: 5, messages: 2 }, { requests: 600, messages: 60 })

/** As long as a message may be, in characters. */
const longest = amount(200, 8_000)
/** The same again and again, as far as one message has room for it. */
const filled = (text: string, room = longest) => text.repeat(Math.max(1, Math.floor(room / text.length)))
/** Each takes the engine as long as a message of 8,000 characters can, by fuzzing with the engine's own words. */
const slow = [
  `i told you ${filled('on the 5th-', longest - 12)}?`,
  `What is ${filled('her workmate his …. ', longest - 16)} called?`,
  `No, it's ${filled('2 minutes ', longest - 9)}`,
  filled('Forget about the post office and the dentist. '),
  filled('Who? What? Why? When? Where? '),
] as const
const folder = join(import.meta.dirname, '..', 'dialogues', 'talks')
/** All that is said in the dialogues to build with, in its order. */
const talks = readdirSync(folder)
  .filter((name) => name.startsWith('tune'))
  .toSorted()
  .flatMap(
    (name): { messages: { sentences: { text: string }[] }[] }[] =>
      JSON.parse(readFileSync(join(folder, name), 'utf8')).sessions,
  )
  .flatMap(({ messages }) => messages)
  .map(({ sentences }) => sentences.map(({ text }) => text).join(' '))
  .slice(0, amount(1, Infinity))

/** Some texts in an order of chance, the same each time. */
function shuffled(texts: readonly string[]): string[] {
  const random = randomNumbers(17)
  return texts
    .map((text) => ({ text, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ text }) => text)
}

const plays: readonly {
  readonly name: string
  readonly texts: readonly string[]
  readonly atOnce: number
}[] = [
  {
    name: 'slow messages',
    texts: Array.from({ length: messages }, (_, at) => slow[at % slow.length] ?? ''),
    atOnce,
  },
  { name: 'dialogues, backwards', texts: talks.toReversed(), atOnce: 1 },
  { name: 'dialogues, shuffled', texts: shuffled(talks), atOnce: 1 },
  { name: 'dialogues, each message twice', texts: talks.flatMap((text) => [text, text]), atOnce: 1 },
  {
    name: 'dialogues, of 8,000 characters',
    texts: shuffled(talks)
      .slice(0, messages)
      .map((text) => filled(`${text} `)),
    atOnce: 1,
  },
]

/** What pages ask for all the time. */
const routes = [
  'GET /auth/profile',
  'GET /memory/recent',
  'GET /interactions',
  'GET /emotion/current',
] as const

interface Figures {
  readonly requests: number[]
  readonly messages: number[]
}

const home = temporaryFolder()
const daemon = await startMeasuredDaemon(home, { COMPANION_LIMITS_CONVERSATION_PER_HOUR: '1000000' })

const say = (token: string, content: string) =>
  rest(daemon, 'POST /conversation/message', { token, payload: { content } })

async function timed(answer: Promise<{ status: number; body: unknown }>): Promise<number> {
  const began = performance.now()
  const { status, body } = await answer
  assert.equal(status, 200, JSON.stringify(body).slice(0, 200))
  return performance.now() - began
}

/** Asks and talks as one member, a request at a time, while `more` says so; answers the milliseconds of each. */
async function use(token: string, more: (figures: Figures) => boolean): Promise<Figures> {
  const figures: Figures = { requests: [], messages: [] }
  const ask = async () => {
    for (let at = 0; more(figures); at += 1) {
      figures.requests.push(await timed(rest(daemon, routes[at % routes.length] ?? routes[0], { token })))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const talk = async () => {
    for (let at = 0; more(figures); at += 1) {
      figures.messages.push(await timed(say(token, `My cousin number ${at} is called Anna.`)))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await Promise.all([ask(), talk()])
  return figures
}

/** Sends messages, some at once; answers the milliseconds of each. */
async function attack(token: string, texts: readonly string[], together: number): Promise<number[]> {
  const took: number[] = []
  let next = 0
  const send = async () => {
    for (let content = texts[next]; content !== undefined; content = texts[next]) {
      next += 1
      took.push(await timed(say(token, content)))
    }
  }
  await Promise.all(Array.from({ length: together }, send))
  return took
}

async function memberOf(file: DaemonFile, token: string): Promise<string> {
  const { status } = await rest({ file }, 'POST /auth/register', { token, payload: personOf('mia') })
  assert.equal(status, 201)
  return (await signIn({ file }, 'mia')).access_token
}

const ms = (number: number) => `${number.toFixed(1)} ms`.padStart(10)
const line = (name: string, figures: readonly number[]) =>
  console.log(
    `  ${name.padEnd(34)} p50 ${ms(percentile(figures, 0.5))}, p99 ${ms(percentile(figures, 0.99))}, max ${ms(Math.max(...figures))} (${figures.length})`,
  )

try {
  const { access_token: olga } = await registerOwner(home, daemon.file)
  const mia = await memberOf(daemon.file, olga)
  for (let at = 0; at < warmUps; at += 1)
    await timed(say(at % 2 === 0 ? olga : mia, `I like tea number ${at}.`))

  const before = await use(
    olga,
    ({ requests, messages }) => requests.length < quiet.requests || messages.length < quiet.messages,
  )
  console.log(
    `One member's requests and messages, while another one sends ${messages} or more, ${atOnce} at once at most:`,
  )
  line('requests, quiet', before.requests)
  line('messages, quiet', before.messages)
  for (const { name, texts, atOnce: together } of plays) {
    let attacking = true
    const attacked = attack(mia, texts, together).finally(() => (attacking = false))
    const during = await use(olga, () => attacking)
    const took = await attacked
    console.log(name)
    line('they take', took)
    line('requests meanwhile', during.requests)
    line('messages meanwhile', during.messages)
    const ratio = percentile(during.requests, 0.99) / percentile(before.requests, 0.99)
    console.log(`  p99 of the requests: ${ratio.toFixed(1)} times that of a quiet daemon`)
  }
} finally {
  await daemon.stop()
  rmSync(home, { recursive: true, force: true })
}
