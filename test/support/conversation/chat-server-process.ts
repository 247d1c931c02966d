// An OpenAI-compatible server with whatever faults a test wants, on the port that it is given; writes the port that it
// listens on, and ends with its standard input. GET /chats lists what it was asked, GET /chats/<number>/asked and /ended wait for that of one.
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  answerTo,
  type Behaviour,
  behaviours,
  lessonIn,
  sentencesIn,
  type ChatMessage,
} from './chat-answers.ts'

/** A chat request as it came. */
export interface ReceivedChat {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly stream?: boolean
  readonly max_tokens?: number
  readonly response_format?: unknown
}

/** A chat request and how its answer ended: `left` where the client closed the connection before its end. */
export interface Chat {
  readonly authorization: string | null
  readonly body: ReceivedChat
  ended: 'whole' | 'left' | null
}

interface Control {
  readonly behaviour?: Behaviour | null
  readonly owner?: string
  /** Before the first token, in milliseconds. */
  readonly pause?: number
  /** How many tokens of a reply that halts are written: as many as was said last, else one. */
  readonly tokens?: number
  /** Before the facts of a message, in milliseconds. */
  readonly facts_pause?: number
  /** What is answered to a message that is to be learned from, by the message in one line. */
  readonly lessons?: Readonly<Record<string, string>>
  /** What a message is said to want done, by the message in one line. */
  readonly wanted?: Readonly<Record<string, string>>
  /** What it replies to everything. */
  readonly says?: string | null
}

let control: Control = {}
/** What it was asked: for replies, and for the facts of messages. */
const asked = { chats: [] as Chat[], facts: [] as Chat[] }
/** Told of every chat that begins or ends. */
const changes = new EventEmitter().setMaxListeners(0)

const server = createServer((request, response) => {
  handle(request, response).catch(() => response.destroy())
})

const listed = /^GET \/(chats|facts)(?:\/(\d+)\/(asked|ended))?$/

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const route = `${request.method} ${request.url}`
  const [, kind = '', number = '', state] = listed.exec(route) ?? []
  const list = kind === 'chats' || kind === 'facts' ? asked[kind] : []
  if (route === 'POST /control') {
    control = { ...control, ...((await json(request)) as Control) }
    changes.emit('change')
    response.end()
  } else if (kind !== '' && state === undefined) {
    send(response, list)
  } else if (kind !== '') {
    const at = () => list[Number(number)]
    while (!(state === 'ended' ? at()?.ended : at())) await once(changes, 'change')
    send(response, at() ?? {})
  } else if (route === 'GET /v1/models') {
    if (control.behaviour === 'hanging') return
    if (control.behaviour === 'garbage') response.end('<html>not a list</html>')
    else if (control.behaviour === 'refusing') fail(response, 401, 'wrong key')
    else if (control.behaviour === 'redirecting') response.writeHead(307, { location: '/v1/chat' }).end()
    else {
      const data = behaviours.map((id) => ({ id, object: 'model', owned_by: control.owner ?? 'library' }))
      send(response, { object: 'list', data })
    }
  } else if (route === 'POST /v1/chat/completions') {
    const body = (await json(request)) as ReceivedChat
    const chatted: Chat = { authorization: request.headers.authorization ?? null, body, ended: null }
    asked[body.response_format === undefined ? 'chats' : 'facts'].push(chatted)
    changes.emit('change')
    response.once('close', () => {
      chatted.ended = response.writableFinished ? 'whole' : 'left'
      changes.emit('change')
    })
    await chat(body, response)
  } else {
    fail(response, 404, 'no such path')
  }
}

const behaviourFor = ({ model }: ReceivedChat) =>
  control.behaviour ?? behaviours.find((behaviour) => behaviour === model)

async function chat(body: ReceivedChat, response: ServerResponse): Promise<void> {
  const behaviour = behaviourFor(body)
  if (!behaviour) return fail(response, 404, `the model ${body.model} is not there`)
  if (behaviour === 'failing') return fail(response, 500, `cannot do ${JSON.stringify(body.messages)}`)
  if (behaviour === 'refusing') return fail(response, 401, 'wrong key')
  if (behaviour === 'hanging') return undefined
  if (behaviour === 'redirecting') return void response.writeHead(307, { location: '/v1/elsewhere' }).end()
  if (behaviour === 'garbage') return void response.end('<html>This is no chat answer.</html>')
  const { lessons = {}, wanted = {}, says = null } = control
  const structured = body.response_format !== undefined
  const told = nameOf(body.response_format) === 'wanted' ? wanted : lessons
  if (structured) await sleep(control.facts_pause ?? 0)
  const text = structured
    ? (told[lessonIn(body.messages)] ?? sentencesIn(body.messages, behaviour))
    : (says ?? answerTo(body.messages, behaviour))
  if (body.stream) return stream(text, body, response)
  const message = { role: 'assistant', content: text }
  return send(response, { id: 'chat-1', choices: [{ index: 0, message, finish_reason: 'stop' }] })
}

/** What is asked for, by the name of its schema. */
const nameOf = (format: unknown) =>
  (format as { json_schema?: { name?: string } } | undefined)?.json_schema?.name ?? null

async function stream(text: string, body: ReceivedChat, response: ServerResponse): Promise<void> {
  const behaviour = behaviourFor(body)
  // Whatever else it is told to do lets go of it.
  const halts = (at: number) => behaviourFor(body) === 'halting' && at >= (control.tokens ?? 1)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  if (behaviour === 'slow-first-token') await sleep(control.pause ?? 20)
  const tokens = behaviour === 'empty' ? [] : (text.match(/\s*\S+/g) ?? [])
  for (const [at, content] of tokens.entries()) {
    while (halts(at) && !response.closed) await once(changes, 'change')
    if (response.closed) return
    event(response, { delta: { role: 'assistant', content }, finish_reason: null })
    if (at < 1) continue
    if (behaviour === 'broken-event') response.write('data: {"choices": [{\n\n')
    if (behaviour === 'error-event')
      response.write(`data: {"error": {"message": ${JSON.stringify(text)}}}\n\n`)
    if (behaviour === 'ending') return void response.end()
    // Not before what was written is on its way.
    if (behaviour === 'breaking') return void response.write('', () => response.socket?.destroySoon())
  }
  const goesOn = () => behaviour === 'endless' && !response.closed
  while (goesOn()) {
    event(response, { delta: { content: ' and so on'.repeat(20) }, finish_reason: null })
    await (response.writableNeedDrain ? once(response, 'drain') : sleep(1))
  }
  event(response, { delta: {}, finish_reason: behaviour === 'cut-short' ? 'length' : 'stop' })
  response.end('data: [DONE]\n\n')
}

function event(response: ServerResponse, choice: object): void {
  const chunk = { id: 'chat-1', object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] }
  response.write(`data: ${JSON.stringify(chunk)}\n\n`)
}

function send(response: ServerResponse, answer: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

function fail(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { message, type: 'error' } }))
}

if (import.meta.main) {
  process.stdin.resume().once('end', () => process.exit())
  server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
  })
}
