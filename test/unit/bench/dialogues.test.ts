import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { root } from '../../../build/packaging/layout.ts'

const folder = join(root, 'test', 'dialogues')

const Text = Type.String({ minLength: 1 })
const Moment = Type.String({ pattern: '^20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d$' })
/** Phrases are looked for in what was made lower case. */
const Phrases = Type.Array(Type.String({ pattern: '^[^A-Z]+$' }))
const Worth = Type.Enum(['keep', 'maybe', 'drop'])
const Act = Type.Enum(
  (
    'tell ask correct forget stop_remembering resume_remembering remind change_reminder cancel_reminder feel greet quote ' +
    'hypothesise chat request'
  ).split(' '),
)
const sentences = { sentences: Type.Array(Type.Object({ text: Text, worth: Worth }), { minItems: 1 }) }

const Talk = Type.Object({
  name: Text,
  members: Type.Array(Text, { minItems: 2, maxItems: 3 }),
  sessions: Type.Array(
    Type.Object({
      member: Text,
      at: Moment,
      messages: Type.Array(Type.Object({ id: Text, act: Act, ...sentences })),
    }),
  ),
  questions: Type.Array(
    Type.Object({
      member: Text,
      at: Moment,
      text: Text,
      kind: Type.Enum(['single', 'several', 'changed', 'date', 'whose', 'yes-no', 'unknown']),
      right: Phrases,
      wrong: Type.Optional(Phrases),
      evidence: Type.Array(Text),
    }),
  ),
})

const shapes: Readonly<Record<string, TSchema>> = {
  'singles.json': Type.Object({
    trap: Text,
    before: Type.Optional(Type.Array(Text)),
    text: Text,
    act: Act,
    at: Moment,
    ...sentences,
    probes: Type.Array(Type.Object({ text: Text, right: Phrases, wrong: Phrases }), { minItems: 1 }),
  }),
  'reminders.json': Type.Object({
    now: Moment,
    before: Type.Array(Text),
    text: Text,
    after: Type.Array(
      Type.Object({
        about: Phrases,
        at: Type.Union([Type.Null(), Type.String({ pattern: '^20\\d\\d-\\d\\d-\\d\\d(T\\d\\d:\\d\\d)?$' })]),
      }),
    ),
    reply: Type.Optional(Phrases),
  }),
  'forgetting.json': Type.Object({
    told: Type.Array(Text),
    text: Text,
    asks: Type.Boolean(),
    gone: Type.Array(Text),
    kept: Type.Array(Text),
    next: Type.Optional(Type.Array(Text)),
    never: Type.Optional(Type.Array(Text)),
  }),
  'changed.json': Type.Object({
    messages: Type.Array(Type.Object({ at: Moment, text: Text }), { minItems: 2 }),
    question: Type.Object({ at: Moment, text: Text }),
    right: Phrases,
    wrong: Phrases,
  }),
}

const Sentence = Type.Object({
  speaker: Text,
  before: Type.Union([Text, Type.Null()]),
  text: Text,
  worth: Worth,
  act: Act,
})

const World = Type.Object({
  speaker: Text,
  told: Type.Array(Text, { minItems: 10 }),
  questions: Type.Array(
    Type.Object({
      text: Text,
      answers: Type.Array(Type.Integer({ minimum: 0 })),
      all: Type.Optional(Type.Boolean()),
    }),
  ),
})

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.json'),
)
const named = (path = '.') => files.filter((file) => dirname(file) === path).map((file) => basename(file))

/** Says where it first differs. */
function assertShape(shape: TSchema, value: unknown): void {
  const [error] = Value.Errors(shape, value)
  assert.equal(error, undefined)
}

describe('A file of dialogues', () => {
  for (const name of named('talks'))
    test(`${name} has its shape, and evidence that is there and comes before`, () => {
      const value = read('talks', name)
      assertShape(Talk, value)
      const { members, sessions, questions } = Value.Parse(Talk, value)
      const saidBy = new Map(
        sessions.flatMap(({ member, messages }) => messages.map(({ id }) => [id, member] as const)),
      )
      assert.equal(saidBy.size, sessions.flatMap(({ messages }) => messages).length, 'each id is there once')
      const moments = sessions.map(({ at }) => at)
      assert.deepEqual(moments, moments.toSorted())
      for (const { member } of sessions) assert.ok(members.includes(member), member)
      for (const { text, member, at, kind, right, evidence } of questions) {
        assert.equal(kind === 'unknown', right.length === 0 && evidence.length === 0, text)
        assert.ok(at >= (moments.at(-1) ?? ''), text)
        for (const id of evidence) assert.equal(saidBy.get(id), member, text)
      }
    })

  for (const name of named()) {
    const shape = shapes[name.replace(/^\w+-/, '')]
    test(`${name} has its shape`, () => assertShape(Type.Array(shape ?? Type.Never()), read(name)))
  }

  for (const name of named('sentences'))
    test(`sentences/${name} has its shape, and each sentence once`, () => {
      const value = read('sentences', name)
      assertShape(Type.Array(Sentence), value)
      const texts = Value.Parse(Type.Array(Sentence), value).map(
        ({ text, before }) => `${before ?? ''} ${text}`,
      )
      assert.equal(new Set(texts).size, texts.length)
    })

  for (const name of named('questions'))
    test(`questions/${name} has its shape, and answers that were told`, () => {
      const value = read('questions', name)
      assertShape(Type.Array(World), value)
      for (const { told, questions } of Value.Parse(Type.Array(World), value))
        for (const { text, answers } of questions)
          assert.ok(
            answers.every((at) => at < told.length),
            text,
          )
    })
})
