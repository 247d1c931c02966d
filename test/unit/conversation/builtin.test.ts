import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBuiltin } from '../../../daemon/features/conversation/builtin.ts'
import type { Done, Turn } from '../../../daemon/features/conversation/exchange/engine.ts'
import { recalled, turnOf } from '../../support/conversation/chat-turn.ts'

/** Texts are alike only where they are the same. */
function embedder() {
  const known = new Map<string, number>()
  return async (texts: readonly string[]) =>
    texts.map((text) => {
      const at = known.get(text) ?? known.size
      known.set(text, at)
      return new Float32Array(2_000).fill(1, at, at + 1)
    })
}

const engine = openBuiltin(embedder())
const signal = new AbortController().signal
const replyTo = (turn: Turn) => engine.reply(turn, () => {}, signal)
const asked = (question: string, rest: Partial<Turn> = {}) =>
  replyTo(turnOf(question, { done: [{ kind: 'asked', question }], ...rest }))
const did = async (done: readonly Done[], rest: Partial<Turn> = {}) =>
  (await replyTo(turnOf('Something', { done, ...rest }))).content

const anna = recalled('My sister is called Anna')
const puppy = recalled('I got a puppy called Biscuit')
const memories = [anna, puppy]

describe('To a question', () => {
  it('the memory that answers it is told, and named as used', async () => {
    const reply = await asked('What is my sister called?', { memories })
    assert.equal(reply.content, 'You told me that your sister is called Anna.')
    const { memory_uuid, content, why } = anna
    assert.deepEqual(reply.memories_used, [{ memory_uuid, content, why }])
    assert.ok(reply.confidence > 0.7 && reply.confidence <= 0.97)
  })

  it('another word for the same finds it', async () => {
    const reply = await asked('What is the name of my dog?', { memories })
    assert.equal(reply.content, 'You told me that you got a puppy called Biscuit.')
  })

  it('somebody is known by role and name', async () => {
    const lives = recalled('Anna lives in Leeds')
    const met = recalled('Anna is my best friend')
    const reply = await asked('Where does my friend live?', { memories: [met, lives] })
    assert.equal(reply.content, 'You told me that Anna lives in Leeds.')
  })

  it('yes or no comes first where that is asked', async () => {
    const nuts = [recalled("I can't eat nuts")]
    const no = await asked('Can I eat nuts?', { memories: nuts })
    const yes = await asked('Is my sister called Anna?', { memories })
    assert.match(no.content, /^No: you told me that you can't eat nuts/)
    assert.match(yes.content, /^Yes: you told me that your sister is called Anna/)
  })

  it('nothing is made up where nothing was told', async () => {
    const reply = await asked('What is my aunt called?')
    assert.match(reply.content, /I don't know that, Ann; you haven't told me/)
    assert.deepEqual(reply.memories_used, [])
    assert.ok(reply.confidence < 0.2)
  })

  it("another one's name is no answer", async () => {
    const reply = await asked('What is my aunt called?', { memories })
    assert.match(reply.content, /^I don't know that/)
    assert.ok(reply.confidence <= 0.3)
  })

  it('a talkative companion says when it was told', async () => {
    const { persona } = turnOf('')
    const talkative = { ...persona, expression: { ...persona.expression, verbosity: 0.9 } }
    const reply = await asked('What is my sister called?', { memories, persona: talkative })
    assert.match(reply.content, /\(you told me on Saturday, 1 February 2025\)/)
  })

  it('the clock is read in the zone of the member', async () => {
    assert.equal((await asked('What time is it?')).content, 'It is Tuesday, 4 March 2025, 14:05.')
    const london = await asked('What time is it?', { time_zone: 'Europe/London' })
    assert.equal(london.content, 'It is Tuesday, 4 March 2025, 13:05.')
    assert.equal((await asked("What's today's date?")).content, 'Today is Tuesday, 4 March 2025.')
  })

  it('the member is known by name', async () => {
    assert.equal((await asked('What is my name?')).content, 'You are Ann Example, Ann to me.')
  })

  it('all that is known of the member is told, but not what no longer holds', async () => {
    const old = recalled('I live in Bath', { superseded: true })
    const reply = await asked('What do you know about me?', { memories: [...memories, old] })
    assert.equal(reply.content, 'Your sister is called Anna; you got a puppy called Biscuit.')
    assert.equal(reply.memories_used.length, 2)
  })

  it('the eldest is found by the ages', async () => {
    const ages = [recalled('Tom is seven and Emma is 9')]
    const [eldest, youngest] = [
      await asked('Who is the eldest?', { memories: ages }),
      await asked('Who is the youngest?', { memories: ages }),
    ]
    assert.match(eldest.content, /^That is Emma/)
    assert.match(youngest.content, /^That is Tom/)
  })

  it('reminders are told with their time', async () => {
    const goals = [{ title: 'call my aunt', status: 'pending', due_at: '2025-03-05T16:00:00.000Z' }]
    const reply = await asked('What are my reminders?', { goals })
    assert.equal(
      reply.content,
      'You asked me to remind you: call your aunt (Wednesday, 5 March 2025, 17:00).',
    )
    assert.match((await asked('What are my reminders?')).content, /^There is nothing to remind you of/)
  })

  it('"remind me, who" asks of the memories, not of the reminders', async () => {
    const doris = recalled('Doris is my neighbour')
    const reply = await asked('Remind me, who is Doris?', { memories: [doris] })
    assert.equal(reply.content, 'You told me that Doris is your neighbour.')
  })
})

describe('What was done is said', () => {
  const kept = (content: string, known = false): Done => ({
    kind: 'kept',
    memory_uuid: 'one',
    content,
    known,
  })

  it('with thanks for what is new, and a question about it', async () => {
    const reply = await replyTo(turnOf('', { done: [kept('I got a puppy')] }))
    assert.equal(reply.content, "Thank you for telling me, I'll remember that. What is your puppy called?")
    assert.equal(reply.asked, 'My puppy is called …')
  })

  it('without a question about what was known', async () => {
    const reply = await replyTo(turnOf('', { done: [kept('I got a puppy', true)] }))
    assert.equal(reply.content, 'Yes, I remember that you told me.')
    assert.equal(reply.asked, null)
  })

  it('with the memory as it is now, to the member', async () => {
    const content = 'My puppy is called Crumpet'
    assert.equal(
      await did([{ kind: 'corrected', memory_uuid: 'one', content }]),
      'Thank you for putting that right. I now have: your puppy is called Crumpet.',
    )
  })

  it('with how long it can be taken back', async () => {
    assert.match(await did([{ kind: 'forgotten' }]), /forgotten that\. You can take it back for 7 days/)
  })

  it('honestly where nothing was found', async () => {
    assert.match(
      await did([{ kind: 'nothing found', wanted: 'forget' }]),
      /^I found nothing of that to forget/,
    )
  })

  it('with when it will be reminded of', async () => {
    const goal: Done = {
      kind: 'goal',
      title: 'call my aunt',
      due_at: Date.UTC(2025, 2, 5, 16),
      repeats: null,
    }
    assert.equal(await did([goal]), "I'll remind you on Wednesday, 5 March 2025, 17:00: call your aunt.")
    assert.match(await did([{ ...goal, due_at: null }]), /call your aunt\. When shall I remind you\?$/)
    const daily = { ...goal, due_at: null, repeats: 'FREQ=DAILY' }
    assert.equal(await did([daily]), "I'll remind you every day: call your aunt.")
  })

  it('with sympathy alone where somebody grieves', async () => {
    const done: Done[] = [kept('My father died last night'), { kind: 'chat', intent: 'grief' }]
    const said = await did(done)
    assert.match(said, /^Oh Ann, I'm so sorry/)
    assert.doesNotMatch(said, /remember/)
  })

  it('with a greeting first', async () => {
    assert.match(
      await did([kept('I like tea'), { kind: 'chat', intent: 'greeting' }]),
      /^Good afternoon, Ann!/,
    )
  })

  it('once, where several things were kept', async () => {
    const said = await did([kept('I have a boat'), kept('I have a hat')])
    assert.equal(said, "Thank you for telling me, I'll remember that.")
  })
})

describe('A reply of the built-in engine', () => {
  it('is written in its parts, which make it up', async () => {
    const parts: string[] = []
    const done: Done[] = [
      { kind: 'chat', intent: 'greeting' },
      { kind: 'asked', question: 'What time is it?' },
    ]
    const reply = await engine.reply(turnOf('', { done }), (part) => parts.push(part), signal)
    assert.equal(parts.length, 2)
    assert.equal(parts.join(''), reply.content)
  })

  it('is as sure as the part that it is least sure of', async () => {
    const time: Done = { kind: 'asked', question: 'What time is it?' }
    const aunt: Done = { kind: 'asked', question: 'What is my aunt called?' }
    const [sure, unsure] = [
      await replyTo(turnOf('', { done: [time] })),
      await replyTo(turnOf('', { done: [time, aunt] })),
    ]
    assert.ok(sure.confidence > 0.9)
    assert.ok(unsure.confidence < 0.2)
  })

  it('goes by what a text is nearest to, where nothing was done', async () => {
    const reply = await replyTo(turnOf('Good job'))
    assert.equal(reply.content, 'Thank you, Ann. I like our talks, too.')
  })

  it('admits what it does not understand', async () => {
    const reply = await replyTo(turnOf('Flibbertigibbet'))
    assert.match(reply.content, /^I'm not sure that I understand, Ann/)
    assert.equal(reply.confidence, 0.3)
  })

  it('needs no embedder', async () => {
    const alone = openBuiltin(async () => {
      throw new Error('no model')
    })
    const done: Done[] = [{ kind: 'asked', question: 'What is my sister called?' }]
    const reply = await alone.reply(turnOf('', { done, memories }), () => {}, signal)
    assert.equal(reply.content, 'You told me that your sister is called Anna.')
  })

  it('ends with its signal', async () => {
    const ended = AbortSignal.abort(new Error('gone'))
    const done: Done[] = [{ kind: 'asked', question: 'What time is it?' }]
    await assert.rejects(async () => engine.reply(turnOf('', { done }), () => {}, ended), /gone/)
  })
})
