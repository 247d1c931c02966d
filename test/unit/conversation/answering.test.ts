import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fits, leastCoverage, leastFit } from '../../../daemon/features/conversation/answering.ts'
import { recalled } from '../../support/conversation/chat-turn.ts'

const unlike = () => 0
const nameless = () => []
const contents = [
  'My sister is called Anna',
  'My brother is called Tom',
  'My puppy is called Biscuit',
  'The spare key is under the flowerpot',
  'I work as a nurse in Leeds',
  "My mother's birthday is on 12 May",
  'I hate olives',
  'I love rhubarb cake',
]
const memories = contents.map((content) => recalled(content, { semantic: 0.3, keyword: 0 }))
const best = (question: string) => fits(question, memories, unlike, nameless)[0]

/** A name, a question, and what answers it. */
const rows: readonly (readonly [string, string, string])[] = [
  ['who has the role', 'What is my sister called?', 'My sister is called Anna'],
  ['another word for the same', 'What is the name of my dog?', 'My puppy is called Biscuit'],
  ['the kind of it', 'What is my pet called?', 'My puppy is called Biscuit'],
  ['where it is', 'Where is the spare key?', 'The spare key is under the flowerpot'],
  ['what somebody is', 'What do I do for a living?', 'I work as a nurse in Leeds'],
  ['when it is', "When is my mum's birthday?", "My mother's birthday is on 12 May"],
  ['what is disliked', 'What do I hate?', 'I hate olives'],
]

describe('The best answer is the memory that has', () => {
  for (const [name, question, content] of rows)
    it(name, () => {
      const fit = best(question)
      assert.equal(fit?.memory.content, content)
      assert.ok(fit.score >= leastFit && fit.coverage >= leastCoverage)
    })
})

/** A name, and a question that nothing answers. */
const unknown: readonly (readonly [string, string])[] = [
  ['of another person', 'What is my aunt called?'],
  ['of another name', 'Where does Doris live?'],
  ['of another attribute of the same person', "What is my sister's phone number?"],
  ['of another thing', 'Where is the passport?'],
]

describe('No memory is an answer to a question', () => {
  for (const [name, question] of unknown)
    it(name, () => {
      const fit = best(question)
      assert.ok(fit && (fit.score < leastFit || fit.coverage < leastCoverage), JSON.stringify(fit))
    })
})

describe('A memory fits', () => {
  const question = 'What is my sister called?'
  const scoreOf = (memory: ReturnType<typeof recalled>, like = unlike) =>
    fits(question, [memory], like, nameless)[0]?.score ?? 0

  it('half as well where a newer one holds instead', () => {
    const memory = recalled('My sister is called Anna')
    const [now, then] = [scoreOf(memory), scoreOf({ ...memory, superseded: true })]
    assert.equal(then, now / 2)
  })

  it('the better the nearer it is in meaning', () => {
    const memory = recalled('My sister is called Anna', { semantic: 0.2 })
    assert.ok(scoreOf({ ...memory, semantic: 0.9 }) > scoreOf(memory))
  })

  it('by a word of like meaning', () => {
    const near = (one: string, other: string) => (one === 'bins' && other === 'waste' ? 0.7 : 0)
    const waste = recalled('The waste goes out on Friday')
    const [with_] = fits('When do the bins go?', [waste], near, nameless)
    const [without] = fits('When do the bins go?', [waste], unlike, nameless)
    assert.ok(with_ && without && with_.coverage > without.coverage)
  })

  it('but a name only by that name', () => {
    const [fit] = fits('Where does Doris live?', [recalled('Norah lives in Leeds')], () => 0.9, nameless)
    assert.ok(fit && fit.score < leastFit)
  })

  it('by another name of the same person', () => {
    const memory = recalled('Anna lives in Leeds')
    const names = (word: string) => (word === 'sister' ? ['Anna'] : [])
    const [fit] = fits('Where does my sister live?', [memory], unlike, names)
    assert.ok(fit && fit.score >= leastFit)
  })

  it('nothing where there are no memories', () => {
    assert.deepEqual(fits(question, [], unlike, nameless), [])
  })
})

/** A question, the memory that answers it, and one that looks alike. */
const told: readonly (readonly [string, string, string])[] = [
  [
    'What does Norman do for a living?',
    'Norman mends clocks and sells them',
    "Norman's wife Greta is a baker",
  ],
  ['Who plays the drums?', 'Our drummer is a lad called Piet', 'I once dropped the drums'],
  ['What time does the library shut?', 'The library closes at five', 'The library is shut on Monday'],
  ['When is my birthday?', "I'm forty on the 9th of March", 'I bought a cake on Friday'],
  ['What did I give up?', 'I stopped eating sugar', 'I gave the plumber a key'],
  ['Where do my mum and dad live?', 'My parents live in Bruges', 'My brother lives in Ghent'],
  ['What did I do for work when I was young?', 'I was a roofer in Ghent', 'I swim in the lake'],
  ['How long have I had the boat?', 'I have had the boat for ten years', 'I painted the boat in May'],
  ['What do I eat every day?', 'I eat an apple every day', 'I want to eat lobster one day'],
]

describe('The memory is told that', () => {
  for (const [question, right, other] of told)
    it(`answers "${question}": ${right}`, () => {
      const both = [recalled(other), recalled(right)]
      const [fit] = fits(question, both, unlike, nameless)
      assert.equal(fit?.memory.content, right)
    })
})

/** A question, and a memory of the same person or thing that says something else. */
const beside: readonly (readonly [string, string])[] = [
  ['When does Piet start school?', 'Piet turned four in August'],
  ['What size shoes does Piet take?', 'Piet is scared of the two geese next door'],
  ['Who is my sister visiting?', 'My sister Anna got a cat'],
  ["What is my brother's name?", 'I have two brothers'],
  ['Where does Greta work?', 'Greta turned forty in Rome'],
]

describe('Of what is asked', () => {
  for (const [question, content] of beside)
    it(`nothing is said by "${content}": ${question}`, () => {
      const [fit] = fits(question, [recalled(content)], unlike, nameless)
      assert.ok(fit && (fit.score < leastFit || fit.coverage < leastCoverage), JSON.stringify(fit))
    })
})

describe('Somebody else', () => {
  it('who is a wife, too, is not whoever is known as my wife', () => {
    const names = (word: string) => (word === 'Greta' ? ['wife'] : [])
    const memory = recalled("Norman is a baker and his wife's a tailor")
    const [fit] = fits("What is Greta's job?", [memory], unlike, names)
    assert.ok(fit && fit.score < leastFit)
  })
})
