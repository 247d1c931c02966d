import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerTo } from '../../../daemon/language/en/answers/answer.ts'
import { replyTo as written } from '../../../daemon/features/engines/builtin/reply.ts'
import type { Turn } from '../../../daemon/language/turn.ts'
import { english } from '../../../daemon/language/en/english.ts'
import type { Utterance } from '../../../daemon/language/turn.ts'
import { recalled, turnOf } from '../../support/conversation/chat-turn.ts'

const replyTo = (turn: Turn) => written(turn, english.speech)

const now = Date.UTC(2025, 2, 4, 13, 5)
const day = 86_400_000
const told = (content: string, daysAgo: number, rest: Parameters<typeof recalled>[1] = {}) =>
  recalled(content, { created_at: new Date(now - daysAgo * day).toISOString(), ...rest })
const weak = { score: 0.02, semantic: 0.05, keyword: 0 }

const reply = (
  question: string,
  memories: readonly ReturnType<typeof told>[],
  newer: ReturnType<typeof told> | null = null,
) =>
  replyTo(
    turnOf(question, {
      done: [
        {
          kind: 'asked',
          question,
          found: [{ question, memories, like: [], newer }],
          age: null,
        },
      ],
      now,
    }),
  )

describe('An answer', () => {
  it('quotes what was told, word for word, with when', () => {
    const { content, memories_used } = reply('Where does my sister Anna live?', [
      told('My sister Anna lives in Leeds, near the station.', 10),
    ])
    assert.equal(content, 'On 22 February you said: “My sister Anna lives in Leeds, near the station.”')
    assert.equal(memories_used.length, 1)
  })

  it('says who said it, where that was somebody else', () => {
    const { content } = reply('Where does Anna live?', [told('Anna lives in Leeds.', 1, { said_by: 'Mara' })])
    assert.equal(content, 'Yesterday Mara said: “Anna lives in Leeds.”')
  })

  it('puts the newest first, and what was told earlier after it', () => {
    const older = told('My dentist is called Dr Weber.', 60)
    const newer = told("I've changed my dentist, it is Dr Klein now.", 2)
    const { content } = reply('What is my dentist called?', [older], newer)
    assert.match(
      content,
      /On 2 March you said: “I've changed my dentist, it is Dr Klein now\.” Earlier, on 3 January: “My dentist is called Dr Weber\.”$/,
    )
  })

  it('claims nothing where what was found may only be near', () => {
    const { content, confidence } = reply('What does my sister earn?', [
      told('My sister hopes to earn more next year.', 3, { score: 0.3, semantic: 0.35, keyword: 0.5 }),
    ])
    assert.match(
      content,
      /^I'm not sure you've told me that\. The closest I have: On 1 March you said: “My sister hopes/,
    )
    assert.ok(confidence < 0.7)
  })

  it('says that nothing was told where nothing is near', () => {
    assert.match(reply('What is my shoe size?', []).content, /^You haven't told me that/)
  })

  it('says that it does not know the world', () => {
    assert.match(
      reply('How do planes fly?'.toLowerCase(), [told('I like tea.', 1, weak)]).content,
      /only know what you tell me/,
    )
  })

  it('is the surer, the likelier it answers', () => {
    const question = 'Where does my sister Anna live?'
    const [good, bad] = [
      answerTo([{ question, memories: [told('My sister Anna lives in Leeds.', 1)], like: [], newer: null }]),
      answerTo([
        { question, memories: [told('I hope to see Leeds one day.', 1, weak)], like: [], newer: null },
      ]),
    ]
    assert.ok(good.confidence > 0.7 && bad.confidence < 0.3, `${good.confidence} ${bad.confidence}`)
  })
})

describe('A reply', () => {
  const remembered = {
    kind: 'kept',
    memory_uuid: 'm',
    content: 'My father died.',
    known: false,
    updates: false,
  } as const

  it('to grief says nothing of notes, and asks nothing', () => {
    const { content } = replyTo(
      turnOf('My father died.', { done: [remembered, { kind: 'said', intent: 'grief' }] }),
    )
    assert.match(content, /so sorry/)
    assert.doesNotMatch(content, /remember|note|\?/i)
  })

  it('to bad news asks nothing back, and makes the reminder all the same', () => {
    const advice = { kind: 'said', intent: 'advice' } as const
    const reminder = {
      kind: 'reminder made',
      goal_uuid: 'g',
      title: 'Call the undertaker',
      due_at: null,
      repeats: null,
    } as const
    const grief = { kind: 'said', intent: 'grief' } as const
    const { content } = replyTo(turnOf('x', { done: [grief, advice, reminder] }))
    assert.match(content, /so sorry.*I've put it on your list: Call the undertaker\.$/)
    assert.match(replyTo(turnOf('x', { done: [advice, reminder] })).content, /so far\?.*remind you\?$/)
  })

  it('to a request for a joke tells none twice, and says when there are no more', () => {
    const history: Utterance[] = []
    const told = Array.from({ length: 11 }, () => {
      const { content } = replyTo(turnOf('x', { done: [{ kind: 'said', intent: 'joke' }], history }))
      history.push({ role: 'user', content: 'Another joke please' }, { role: 'companion', content })
      return content
    })
    assert.equal(new Set(told).size, told.length)
    assert.match(told.at(-1) ?? '', /every joke I know/)
  })

  it('to what only a language model could do says how to get one, where that may be said', () => {
    const question = 'How do planes fly?'
    const matches = [{ question, memories: [], like: [], newer: null }]
    const asked = { kind: 'asked', question, found: matches, age: null } as const
    const poem = { kind: 'said', intent: 'make-up' } as const
    const grief = { kind: 'said', intent: 'grief' } as const
    for (const done of [[asked], [poem]]) {
      const told = replyTo(turnOf('x', { done, hint: 'admin' }))
      assert.match(told.content, /you can add one under System → Engine\.$/)
      assert.equal(told.hinted, true)
      assert.match(replyTo(turnOf('x', { done, hint: 'member' })).content, /ask an admin whether/)
      assert.doesNotMatch(replyTo(turnOf('x', { done, hint: null })).content, /language model/)
    }
    for (const done of [[grief, poem], [remembered]]) {
      const { content, hinted } = replyTo(turnOf('x', { done, hint: 'admin' }))
      assert.doesNotMatch(content, /language model/)
      assert.equal(hinted, undefined)
    }
  })

  it('takes turns with its lines, however long the talk is', () => {
    const history: Utterance[] = []
    const replies = Array.from({ length: 6 }, () => {
      const { content } = replyTo(turnOf('x', { done: [remembered], history: history.slice(-20) }))
      history.push({ role: 'user', content: 'x' }, { role: 'companion', content })
      return content
    })
    assert.equal(new Set(replies).size, 3)
    assert.ok(replies.every((line, at) => line !== replies[at + 1]))
  })

  it('says that it remembers only where something was kept', () => {
    assert.match(replyTo(turnOf('x', { done: [remembered] })).content, /remember|keep that in mind/)
    assert.doesNotMatch(replyTo(turnOf('x', { done: [] })).content, /remember|note|keep/i)
  })

  it('is of nothing but care where somebody may come to harm', () => {
    const done = [
      remembered,
      { kind: 'said', intent: 'harm-to-oneself' },
      { kind: 'remembering', on: false },
    ] as const
    assert.match(replyTo(turnOf('x', { done })).content, /local emergency number/)
    assert.doesNotMatch(replyTo(turnOf('x', { done })).content, /remember/)
  })

  it('lists what is to be forgotten, and asks first', () => {
    const memories = [told('Tomasz hates coriander.', 3), told('Tomasz moved to Gdynia.', 1)]
    const done = [{ kind: 'forget_confirmation', besides: false, interaction_id: 'i', memories }] as const
    const { content, memories_used } = replyTo(turnOf('x', { done }))
    assert.match(content, /2 things:\n- Tomasz hates coriander\.\n- Tomasz moved to Gdynia\.\nShall I forget/)
    assert.equal(memories_used.length, 2)
  })
})
