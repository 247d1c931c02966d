// What 100 messages that were built to take long do to everybody else: another member's requests and messages, beside a
// quiet daemon.
// node test/bench/slow-messages.ts [messages]
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import type { DaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { personOf, signIn, temporaryFolder } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'
import { end, startDaemonProcess } from './daemon-process.ts'
import { registerOwner } from './owner.ts'
import { percentile } from './percentile.ts'

const messages = Number(process.argv[2] ?? 100)
/** Said before anything is measured, so that the embedding model and the thread are there. */
const warmUps = 20
/** How many one member sends at once: as many as may wait. */
const atOnce = 8
/** What is measured of a quiet daemon. */
const quiet = { requests: 600, messages: 60 }

/** Each takes the engine as long as a message of 8,000 characters can, by fuzzing with the engine's own words. */
const slow = [
  `i told you ${'on the 5th-'.repeat(720)}?`,
  `What is ${'her workmate his …. '.repeat(390)} called?`,
  `No, it's ${'2 minutes '.repeat(790)}`,
  'Forget about the post office and the dentist. '.repeat(170),
  'Who? What? Why? When? Where? '.repeat(270),
] as const
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
const daemon = await startDaemonProcess(home, { COMPANION_LIMITS_CONVERSATION_PER_HOUR: '1000000' })

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

/** Sends the slow messages, some at once; answers the milliseconds of each. */
async function attack(token: string): Promise<number[]> {
  const took: number[] = []
  let next = 0
  const send = async () => {
    while (next < messages) {
      const content = slow[next % slow.length] ?? slow[0]
      next += 1
      took.push(await timed(say(token, content)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
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
    ({ requests, messages: said }) => requests.length < quiet.requests || said.length < quiet.messages,
  )
  let attacking = true
  const attacked = attack(mia).finally(() => (attacking = false))
  const during = await use(olga, () => attacking)
  const took = await attacked

  console.log(
    `One member's requests and messages, while another one sends ${messages} slow messages, ${atOnce} at once:`,
  )
  line('requests, quiet', before.requests)
  line('requests, meanwhile', during.requests)
  line('messages, quiet', before.messages)
  line('messages, meanwhile', during.messages)
  line('the slow messages', took)
  const ratio = percentile(during.requests, 0.99) / percentile(before.requests, 0.99)
  console.log(`  p99 of the requests: ${ratio.toFixed(1)} times that of a quiet daemon`)
} finally {
  await end(daemon.child)
  rmSync(home, { recursive: true, force: true })
}
