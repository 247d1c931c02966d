import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import * as fc from 'fast-check'
import { statusOf } from '../../../daemon/kernel/errors.ts'
import { WebSocket } from 'ws'
import { root } from '../../../build/packaging/layout.ts'
import { systemToken } from '../../bench/system-token.ts'
import { ManualClock } from '../../support/clock.ts'
import { login, startTestDaemon, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { type DescribedOperation, describedOperations } from '../../support/wire/described-operations.ts'
import { amount, isLong, itScaled } from '../../support/long.ts'
import { nearMiss, oddValue } from '../../support/wire/odd-input.ts'
import { putQuestion } from '../../support/question.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

/** Odd inputs of one run, over all operations. */
const wanted = amount(200, 10_000)
/** The same inputs each time that all tests run, and others in each long run. */
const seed = amount(20_260_504, Date.now() % 2 ** 31)
/** Every status that may be sent, but for 500. */
const statuses = new Set([200, 201, 400, 401, 403, 404, 409, 410, 422, 429])
const traces = /\n\s+at |node_modules|sqlite|\.ts:\d|SELECT |INSERT INTO|UPDATE "/i

type Who = 'a member' | 'an admin' | 'nobody'

/** What may end the session that it is asked in, and with it the connection before it has answered. */
const endings = new Set([
  'auth.logout',
  'auth.emergency_reset',
  'auth.forget_me',
  'auth.revoke_tokens',
  'sessions.end',
  'profile.end_session',
])

const clock = new ManualClock()
let daemon: TestDaemon
const people = new Map<Who, { member: TestMember; socket: TestSocket }>()
const ids: string[] = [randomUUID()]
let sent = 0

before(async () => {
  daemon = await startTestDaemon({ clock })
  const owner = await daemon.owner()
  const member = await daemon.member(owner, 'mia')
  for (const [who, { username }] of [['an admin', owner] as const, ['a member', member] as const]) {
    await signIn(who, username)
  }
  ids.push(owner.family_member_uuid, member.family_member_uuid, member.session_uuid)
  for (const whose of [owner, member]) {
    for (const interaction_type of ['question', 'approval', 'choice', 'dialogue']) {
      const more = { allowed_options: ['x', ''.padEnd(3, 'y')], requirement: 'optional' }
      ids.push(await put(whose.family_member_uuid, { interaction_type, ...more }))
    }
  }
})

after(async () => {
  for (const { socket } of people.values()) await socket[Symbol.asyncDispose]()
  await daemon[Symbol.asyncDispose]()
})

async function signIn(who: Who, username: string): Promise<void> {
  await people.get(who)?.socket[Symbol.asyncDispose]()
  let { status, body } = await login(daemon, username)
  if (body.error?.code === 'ACCOUNT_LOCKED') {
    // By the wrong passwords that were tried.
    clock.advance(body.error.details.retry_after_seconds * 1_000)
    ;({ status, body } = await login(daemon, username))
  }
  if (status === 401 && who === 'a member') {
    // An admin has removed whom an input happened to name.
    await restore(person(who).member)
    ;({ status, body } = await login(daemon, username))
  }
  assert.equal(status, 200, JSON.stringify(body))
  const member: TestMember = { ...body.data, ...body.data.family_member }
  people.set(who, { member, socket: await TestSocket.open(daemon, member.access_token) })
}

async function restore({ family_member_uuid }: TestMember): Promise<void> {
  const token = (await login(daemon, person('an admin').member.username)).body.data.access_token
  const route = `POST /recognition/family/${family_member_uuid}/restore`
  const { status, body } = await rest(daemon, route, { token, payload: {} })
  assert.equal(status, 200, JSON.stringify(body))
}

function person(who: Who) {
  const session = people.get(who)
  if (!session) throw new Error(`${who} has no session`)
  return session
}

async function put(user_id: string, more: object = {}): Promise<string> {
  const token = await systemToken(daemon.home.path, clock.now())
  return (await putQuestion(daemon, token, { user_id, ...more })).interaction_id
}

/** Lets the daemon's time pass, a second in some milliseconds, for what waits for it. */
function passingTime(): Disposable {
  const timer = setInterval(() => clock.advance(1_000), 5)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sends an input over REST as well as it can be said there, and holds the answer to the interface. */
async function overRest(
  operation: DescribedOperation,
  who: Who,
  input: unknown,
  metadata: unknown,
): Promise<void> {
  const fields = isObject(input) ? { ...input } : {}
  const path = operation.route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(fields, name) ? text(fields[name]) : randomUUID()
    delete fields[name]
    // An empty or a dotted segment would be another path.
    return /^\.{0,2}$/.test(value) ? '%20' : encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) query.append(name.toWellFormed(), text(one))
  }
  const payload = isObject(input) ? fields : input
  const enveloped = metadata === undefined ? { payload } : { metadata, payload }
  const body = operation.body === 'envelope' ? enveloped : payload
  const answer = await rest(daemon, operation.inQuery ? `${path}?${query.toString()}` : path, {
    token: who === 'nobody' ? undefined : person(who).member.access_token,
    ...(operation.inQuery ? {} : { body: JSON.stringify(body) }),
  })
  const seen = JSON.stringify(answer.body)
  assert.ok(statuses.has(answer.status), `${answer.status}: ${seen}`)
  assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/i)
  if (answer.status < 300) assert.ok(operation.fits(answer.body), `not as described: ${seen}`)
  else checkRefusal(operation, answer.status, answer.body, seen)
  if (answer.status === 401 && who !== 'nobody') await signIn(who, person(who).member.username)
}

// oxlint-disable-next-line typescript/no-explicit-any
function checkRefusal(operation: DescribedOperation, status: number, body: any, seen: string): void {
  assert.doesNotMatch(seen, traces)
  assert.ok(!seen.includes(daemon.home.path) && !seen.includes(root), seen)
  if (operation.body === 'bare') {
    assert.deepEqual(Object.keys(body), ['detail'], seen)
    assert.equal(typeof body.detail, 'string')
    return
  }
  assert.deepEqual(Object.keys(body).toSorted(), ['error', 'metadata'], seen)
  assert.equal(body.metadata.status, 'error')
  assert.equal(statusOf[body.error.code as keyof typeof statusOf], status, seen)
  assert.equal(typeof body.error.message, 'string')
  assert.ok(isObject(body.error.details), seen)
}

/** A longer message over a WebSocket closes it, whatever it says. */
const maxFrameBytes = 65_536

async function overWebSocket(operation: DescribedOperation, who: Who, payload: unknown): Promise<void> {
  if (person(who).socket.socket.readyState !== WebSocket.OPEN) await signIn(who, person(who).member.username)
  const { socket, member } = person(who)
  const id = randomUUID()
  const frame = JSON.stringify({ type: 'request', id, data: { operation: operation.name, payload } })
  socket.socket.send(frame)
  if (Buffer.byteLength(frame) > maxFrameBytes) {
    assert.equal(await socket.closeCode(), 1009)
    return signIn(who, member.username)
  }
  // Where the JSON itself is refused, nobody has read the id to reply to.
  const answered = socket.next(({ type, data }) => (data.reply_to ?? (type === 'error' && id)) === id)
  const answer = await answered.catch((error: unknown) => {
    // The answer to the end of a session is that the connection closes.
    if (endings.has(operation.name)) return null
    throw error
  })
  if (answer === null) return signIn(who, member.username)
  const seen = JSON.stringify(answer)
  if (answer.type === 'response') {
    const whole = operation.body === 'bare' ? answer.data.result : { ...success, data: answer.data.result }
    assert.ok(operation.fits(whole), `not as described: ${seen}`)
    return
  }
  assert.equal(answer.type, 'error', seen)
  assert.ok(statuses.has(statusOf[answer.data.code as keyof typeof statusOf]), seen)
  assert.doesNotMatch(seen, traces)
}

const success = {
  metadata: {
    request_id: randomUUID(),
    timestamp: new Date().toISOString(),
    status: 'success',
    version: '0',
  },
}

const ways: readonly (readonly [name: string, Who, 'REST' | 'WebSocket'])[] = [
  ['a member over REST', 'a member', 'REST'],
  ['an admin over REST', 'an admin', 'REST'],
  ['nobody over REST', 'nobody', 'REST'],
  ['a member over WebSocket', 'a member', 'WebSocket'],
  ['an admin over WebSocket', 'an admin', 'WebSocket'],
]
/** Every way; where time matters, for the operation at a place one of each protocol in turn. */
const waysOf = (at: number) =>
  isLong ? ways : ways.filter((_, way) => way === at % 3 || way === 3 + (at % 2))
const operations = describedOperations()
/** Few inputs where each costs a password hash or a session. */
const weightOf = ({ name, input }: DescribedOperation) =>
  name === 'auth.logout' || 'password' in (input.properties ?? {}) ? 0.2 : 1
const weights = operations.reduce((sum, operation) => sum + weightOf(operation), 0) * ways.length

describe('Random input gets only documented responses', () => {
  for (const [at, operation] of operations.entries()) {
    const runs = Math.ceil((wanted * weightOf(operation)) / weights)
    for (const [name, who, protocol] of waysOf(at)) {
      itScaled(`${operation.name} from ${name}`, async () => {
        const waits = 'wait' in (operation.input.properties ?? {})
        const metadata = fc.option(oddValue(ids), { nil: undefined, freq: 8 })
        const property = fc.asyncProperty(nearMiss(operation.input, ids), metadata, async (input, more) => {
          // Else the token might run out while it waits.
          if (waits && who !== 'nobody') await signIn(who, person(who).member.username)
          using _ = waits ? passingTime() : undefined
          sent += 1
          if (protocol === 'REST') await overRest(operation, who, input, more)
          else await overWebSocket(operation, who, input)
        })
        await fc.assert(property, { numRuns: runs, seed })
      })
    }
  }
})

describe('After all random input', () => {
  itScaled('the daemon is healthy, and a valid call works over both protocols', async (t) => {
    t.diagnostic(`${sent} odd inputs for ${operations.length} operations, by the seed ${seed}`)
    assert.ok(sent >= wanted)
    const healthy = await fetch(new URL('/healthz', daemon.file.base_url))
    assert.deepEqual(await healthy.json(), { status: 'ok' })
    await signIn('a member', 'mia')
    const { member, socket } = person('a member')
    const ask = () => put(member.family_member_uuid)
    const [first, second] = [await ask(), await ask()]
    const body = { answer_text: 'yes' }
    const token = member.access_token
    const answer = await rest(daemon, `POST /interactions/${first}/answer`, { token, body })
    assert.equal(answer.body.interaction.status, 'answered')
    const payload = { interaction_id: second, ...body }
    const { data } = await socket.ask('request', { operation: 'interactions.answer', payload })
    assert.equal(data.result.interaction.status, 'answered')
  })
})
