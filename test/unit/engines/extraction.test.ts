import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { root } from '../../../build/packaging/layout.ts'
import { supportedBy } from '../../../daemon/features/engines/models/extraction.ts'
import type { ModelEngine } from '../../../daemon/features/engines/models/model-engine.ts'
import { openServerEngine } from '../../../daemon/features/engines/servers/server-engine.ts'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { relationOf } from '../../../daemon/language/en/facts/facts.ts'
import { claimable } from '../../../daemon/language/en/models/stated.ts'
import type { Learned } from '../../../daemon/language/turn.ts'
import { type ChatServer, startChatServer } from '../../support/conversation/chat-server.ts'

interface Claim {
  readonly action: string
  readonly quote: string
  readonly subject: string
  readonly attribute: string
  readonly value: string
  readonly known: number | null
}
interface Extraction {
  readonly trap: string
  readonly before: readonly string[]
  readonly message: string
  readonly perfect: { readonly claims: readonly Claim[] }
  readonly hostile: { readonly claims: readonly Claim[] }
  /** All that the message plainly states. */
  readonly facts: readonly {
    readonly subject: string
    readonly attribute: string
    readonly value: string
    readonly holds: boolean
  }[]
}

const folder = join(root, 'test', 'dialogues', 'extractions')
const extractions = readdirSync(folder)
  .toSorted()
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Extraction[])

let server: ChatServer
let engine: ModelEngine
before(async () => {
  server = await startChatServer()
  const settings = {
    base_url: server.base_url,
    model: 'normal',
    timeout_seconds: 20,
    context_tokens: 8_192,
  }
  engine = openServerEngine({ settings, clock: systemClock, log: pino({ level: 'silent' }) })
})
after(async () => {
  engine.stop()
  await server[Symbol.asyncDispose]()
})

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** What is learned of each message where a model answers with such claims. */
async function learnedWith(who: 'perfect' | 'hostile'): Promise<Learned[]> {
  const lessons = Object.fromEntries(
    extractions.map((one) => [
      oneLine(one.message),
      JSON.stringify({ sentences: [], claims: one[who].claims }),
    ]),
  )
  await server.control({ lessons })
  const all: Learned[] = []
  for (const { message, before: earlier } of extractions) {
    const lesson = {
      content: message,
      before: earlier,
      people: [],
      now: Date.UTC(2026, 4, 12),
      time_zone: 'UTC',
    }
    const learned = await engine.learn(lesson)
    assert.ok(learned, message)
    all.push(learned)
  }
  return all
}

const words = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/'s\b/g, '')
    .match(/[\p{L}\p{N}]+/gu)
    ?.filter((word) => !['the', 'a', 'an', 'my', 'our', 'in', 'at', 'on', 'of'].includes(word)) ?? []

/** Whether a message states a fact: of the same person, with the same value but for articles. */
function isTrue({ facts }: Extraction, fact: Learned['facts'][number]): boolean {
  const who = [fact.relation, fact.name].filter((word) => word !== null).join(' ') || 'me'
  return facts.some(({ subject, attribute, value, holds }) => {
    const [stated, own] = [words(value), words(fact.value)]
    const person = words(subject)
    return (
      attribute === fact.attribute &&
      holds === (fact.modality === 'stated') &&
      (words(who).some((word) => person.includes(word)) || relatedWords(person, fact.relation)) &&
      (own.every((word) => stated.includes(word)) || stated.every((word) => own.includes(word)))
    )
  })
}

/** Relations are kept by one word each: "mum" is "mother". */
const relatedWords = (person: readonly string[], relation: string | null) =>
  relation !== null && person.some((word) => relationOf(word) === relation)

describe('What a model claims that a message states', () => {
  it('is kept where the words bear it out, and right, with a model that answers perfectly', async () => {
    const all = await learnedWith('perfect')
    const stored = all.flatMap(({ facts }, at) =>
      facts.map((fact) => ({ fact, of: extractions[at] as Extraction })),
    )
    const wrong = stored.filter(({ fact, of }) => !isTrue(of, fact))
    const claimed = extractions.flatMap(({ perfect }) => perfect.claims).length
    console.info(`kept ${stored.length} of ${claimed} that a perfect model claims, ${wrong.length} wrong`)
    assert.ok(stored.length >= claimed / 2)
    assert.ok(
      wrong.length <= stored.length * 0.02,
      JSON.stringify(wrong.map(({ fact, of }) => [of.message, fact])),
    )
  })

  it('is dropped where a hostile model claims what the message does not state', async () => {
    const all = await learnedWith('hostile')
    const wrong = all.flatMap(({ facts }, at) =>
      facts
        .filter((fact) => !isTrue(extractions[at] as Extraction, fact))
        .map((fact) => [extractions[at]?.message, fact]),
    )
    const claimed = extractions.flatMap(({ hostile }) => hostile.claims).length
    console.info(`of ${claimed} that a hostile model claims ${wrong.length} were kept and are wrong`)
    assert.deepEqual(wrong, [])
  })

  // Without bounds, each of these takes longer than the whole test may.
  for (const content of [
    `I like ${'a'.repeat(7_000)} and tea`,
    `I like ${'aa '.repeat(60)}and tea`,
    'I like I like tea '.repeat(400),
    `My sister ${'she likes '.repeat(700)}tea`,
  ])
    it(`is dropped soon, however a message is made: ${content.slice(0, 24)} …`, () => {
      const claims = claimable.map((attribute) => ({
        action: 'close' as const,
        quote: content.slice(0, 6),
        subject: 'me',
        attribute,
        value: 'tea',
        known: null,
      }))
      assert.deepEqual(supportedBy(content, { sentences: [], claims }).facts, [])
    })
})
