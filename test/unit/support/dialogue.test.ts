import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Dialogue,
  type DialogueGoal,
  judge,
  loadDialogue,
  parseDialogue,
  type Reply,
  runDialogue,
  scoreOf,
  type Turn,
} from '../../support/conversation/dialogue.ts'

const names = ['tune', 'practice-1', 'practice-2', 'practice-3', 'practice-4', 'held-1', 'held-2']
const replyOf = (content: string, more: Partial<Reply> = {}): Reply => ({
  content,
  confidence: 0.9,
  memories_used: [{}],
  ...more,
})
const judged = (expect: Turn['expect'], reply: Reply, goals: readonly DialogueGoal[] = []) =>
  judge({ say: '?', ...(expect && { expect }) }, reply, goals)
const parsed = (...turns: object[]) =>
  parseDialogue({ title: 't', member: 'nina', starts: '2026-03-10T08:10', turns })
const honest = (content = 'I do not know that; you have not told me.') =>
  replyOf(content, { confidence: 0.2 })

/** The rate of whoever answers each turn like this. */
async function rateOf({ turns, ...rest }: Dialogue, reply: (turn: number) => Reply): Promise<number> {
  let turn = -1
  const talk = (): Promise<{ response: Reply }> => Promise.resolve({ response: reply((turn += 1)) })
  return scoreOf(await runDialogue({ turns, ...rest }, { talk })).rate
}

describe('The judge', () => {
  it('a reply with all required parts is right, in any case', () => {
    assert.deepEqual(judged({ all: ['May', '14'] }, replyOf('It is on MAY 14th.')), [])
    assert.deepEqual(judged({ any: ['chef', 'cook'] }, replyOf("He's a chef’s chef.")), [])
  })

  it('a reply with only some parts is wrong, and the rest is named', () => {
    assert.deepEqual(judged({ all: ['May', '14'] }, replyOf('In May.')), ['lacks 14'])
    assert.deepEqual(judged({ any: ['chef', 'cook'] }, replyOf('A baker.')), ['has none of chef, cook'])
  })

  it('a term within another word does not count', () => {
    assert.deepEqual(judged({ all: ['4'] }, replyOf('In 2014, at 14:40.')), ['lacks 4'])
    assert.deepEqual(judged({ none: ['tea'] }, replyOf('A steady team.')), [])
    assert.deepEqual(judged({ all: ['St Anne'] }, replyOf("At St Anne's, 5pm.")), [])
  })

  it('a reply with a forbidden word is wrong, whatever else it contains', () => {
    const expect = { all: ['Wednesday'], none: ['Monday'] }
    assert.deepEqual(judged(expect, replyOf('On Wednesday, not Monday.')), ['has Monday'])
    assert.deepEqual(judged(expect, replyOf('On Wednesday.')), [])
  })

  it('not knowing is right if it is said plainly and with low confidence', () => {
    for (const content of [
      "I don't know.",
      'I’m afraid I don’t know that.',
      'You have not told me yet.',
      "You haven't mentioned it.",
      'I have no memory of that.',
      'You never told me her number.',
      'I know nothing about a dog.',
    ]) {
      assert.deepEqual(judged({ unknown: true }, honest(content)), [], content)
    }
    assert.deepEqual(judged({ unknown: true }, replyOf("I don't know.")), ['is 0.9 sure of not knowing'])
    assert.deepEqual(judged({ unknown: true }, honest('On 14 May.')), ['does not say that it does not know'])
    assert.deepEqual(judged({ unknown: true, none: ['trumpet'] }, honest("I don't know: a trumpet?")), [
      'has trumpet',
    ])
  })

  it('grief requires sympathy', () => {
    assert.deepEqual(judged({ comfort: true }, replyOf("I'm so sorry. I'm here for you.")), [])
    assert.deepEqual(judged({ comfort: true }, replyOf('Noted: he died.')), ['gives no comfort'])
  })

  it('confidence and sources count where they are required', () => {
    const expect = { confidence_at_least: 0.5, uses_memory: true as const }
    assert.deepEqual(judged(expect, replyOf('Biscuit.')), [])
    assert.deepEqual(judged(expect, replyOf('Biscuit.', { confidence: 0.4, memories_used: [] })), [
      'is only 0.4 sure',
      'names no memory',
    ])
  })

  it('a goal must be open, have the words in its title, and be due at that minute', () => {
    const expect = { goal: { title: ['vet'], due: '2026-03-11T17:00' } }
    const due_at = new Date('2026-03-11T17:00').toISOString()
    const goal: DialogueGoal = { title: 'Ring the vet', status: 'active', due_at }
    const late = new Date('2026-03-11T05:00').toISOString()
    const none = ['made no goal vet']
    assert.deepEqual(judged(expect, replyOf('Sure.'), [goal]), [])
    assert.deepEqual(judged(expect, replyOf('Sure.'), []), none)
    assert.deepEqual(judged(expect, replyOf('Sure.'), [{ ...goal, title: 'Ring Mum' }]), none)
    assert.deepEqual(judged(expect, replyOf('Sure.'), [{ ...goal, status: 'cancelled' }]), none)
    assert.deepEqual(judged(expect, replyOf('Sure.'), [{ ...goal, due_at: late }]), none)
    assert.deepEqual(judged(expect, replyOf('Sure.'), [{ ...goal, due_at: null }]), none)
    assert.deepEqual(judged({ goal: { title: ['vet'] } }, replyOf('Sure.'), [{ ...goal, due_at: null }]), [])
  })

  it('a reply that recites everything is wrong', () => {
    const turn: Turn = { say: '?', depends_on: [0], expect: { all: ['Biscuit'] } }
    assert.deepEqual(judge(turn, replyOf(`Biscuit${'.'.repeat(600)}`), []), ['has 607 characters'])
  })
})

describe('A dialogue', () => {
  const telling = { say: 'I got a puppy called Biscuit.' }
  const asking = { say: 'What is it called?', note: 'name', depends_on: [0], expect: { all: ['Biscuit'] } }

  it('is refused if a turn depends on itself or a later one, or expects nothing', () => {
    assert.equal(parsed(telling, asking).turns.length, 2)
    assert.throws(() => parsed(telling, { ...asking, depends_on: [1] }), /turn 1 depends on/)
    assert.throws(() => parsed(telling, { say: '?', depends_on: [0] }), /turn 1 asks and expects nothing/)
  })

  it('is refused with an unknown field, or an empty expectation', () => {
    assert.throws(() => parsed({ ...telling, says: 'x' }), /^Error: dialogue: /)
    assert.throws(() => parsed({ ...telling, expect: {} }), /^Error: dialogue: \/turns\/0\/expect/)
    assert.throws(() => parsed({ ...telling, expect: { goal: { title: ['vet'], due: 'soon' } } }), /due/)
  })

  it('runs in order, with time passing and goals checked where expected', async () => {
    const seen: string[] = []
    const reminding = { say: 'Remind me.', after_minutes: 30, expect: { goal: { title: ['vet'] } } }
    const judgements = await runDialogue(parsed(telling, asking, reminding), {
      pass: (minutes) => void seen.push(`${minutes} minutes`),
      talk: (content) => {
        seen.push(content)
        return Promise.resolve({ response: replyOf('She is called Rusk.') })
      },
      goals: () => {
        seen.push('goals')
        return Promise.resolve([{ title: 'The vet', status: 'active', due_at: null }])
      },
    })
    const waits = ['0.5 minutes', '0.5 minutes', '30 minutes']
    assert.deepEqual(seen, [waits[0], telling.say, waits[1], asking.say, waits[2], reminding.say, 'goals'])
    assert.deepEqual(judgements[0], {
      turn: 1,
      note: 'name',
      say: asking.say,
      reply: 'She is called Rusk.',
      confidence: 0.9,
      reasons: ['lacks Biscuit'],
    })
    assert.deepEqual(scoreOf(judgements), { right: 1, of: 2, rate: 0.5 })
  })
})

for (const name of names) {
  const dialogue = loadDialogue(name)
  const { turns } = dialogue
  const questions = turns.flatMap((turn, index) => (turn.depends_on ? [{ ...turn, index }] : []))
  const sayOf = (index: number) => turns[index]?.say ?? ''

  describe(`The dialogue ${name}`, () => {
    it('has 60 turns, and at least 28 questions that depend on an earlier one', () => {
      assert.equal(turns.length, 60)
      assert.ok(questions.length >= 28, `${questions.length}`)
      for (const { depends_on = [], index } of questions) {
        assert.ok(depends_on.every((earlier) => earlier < index && sayOf(earlier) !== ''))
      }
      assert.ok(questions.filter(({ depends_on: [from = 0] = [], index }) => index - from > 3).length >= 15)
    })

    it('has questions about corrected, forgotten and untold facts, a reminder and grief', () => {
      const kinds = new Set(turns.map(({ note }) => note))
      for (const kind of ['corrected', 'forgotten', 'never told']) assert.ok(kinds.has(kind), kind)
      assert.ok(turns.some(({ expect }) => expect?.goal?.due))
      assert.ok(turns.some(({ expect }) => expect?.comfort))
    })

    it('every answer follows from the turn its question depends on', () => {
      for (const { depends_on: [from = -1] = [], expect, ...turn } of questions) {
        const reply = expect?.unknown ? honest() : replyOf(`You said: “${sayOf(from)}”`)
        assert.deepEqual(judge({ ...turn, depends_on: [from], ...(expect && { expect }) }, reply, []), [])
      }
    })

    it('no question contains its own answer', () => {
      for (const turn of questions) assert.notDeepEqual(judge(turn, replyOf(turn.say), []), [], turn.say)
    })

    it('repeating the last sentence, knowing nothing or reciting everything fails', async () => {
      const everything = turns.map(({ say }) => say).join(' ')
      assert.ok((await rateOf(dialogue, (turn) => replyOf(sayOf(turn - 1)))) < 0.3)
      assert.ok((await rateOf(dialogue, () => honest())) < 0.2)
      assert.ok((await rateOf(dialogue, () => replyOf(everything))) < 0.3)
    })
  })
}
