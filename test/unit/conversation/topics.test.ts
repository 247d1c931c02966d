import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Person } from '../../../daemon/language/person.ts'
import { topicsOver } from '../../../daemon/features/conversation/exchange/topics.ts'

const person = (name: string | null, relation: string | null, family_member_uuid = 'mia'): Person => ({
  family_member_uuid,
  name,
  relation,
  facts: [],
})
/** Whom Mia has told of, and of whom somebody else of the household did. */
const people = [
  person(null, null),
  person('Anna', 'sister'),
  person('Biscuit', 'dog'),
  person('Will', 'friend'),
  person('May', 'aunt'),
  person(null, 'dentist'),
  person('Tom', 'brother'),
  person('Ben', 'brother'),
  person('Grace Hall', null, 'olga'),
]
const topicsAfter = (...messages: string[]) =>
  topicsOver(messages, { member: 'mia', companion_name: 'Nova', people })
const namesAfter = (...messages: string[]) => topicsAfter(...messages).map(({ name }) => name)

/** What is said in a conversation, one message after another, and what it is about in the end, the weightiest first. */
const conversations: readonly [messages: readonly string[], topics: readonly string[]][] = [
  [['My garden is full of weeds.'], []],
  [['My garden is full of weeds.', 'I was in the garden all day.'], ['garden']],
  [['What about the garden?'], ['garden']],
  [['How is the new kitchen coming along?'], ['kitchen']],
  [['What about dinner?'], ['dinner']],
  [['Tell me about the boiler again.'], ['boiler']],
  [['And where are our passports?'], ['passports']],
  [['Can you remind me to ring my bank?'], []],
  [['Could you add milk to the list?', 'And eggs to the list, please.'], ['list']],
  [['Anna rang me today.'], ['Anna']],
  [['My sister rang me today.'], ['Anna']],
  [['How is anna?'], ['Anna']],
  [['My sister rang.', 'Anna wants to visit.'], ['Anna']],
  [["Biscuit's been limping since lunch."], ['Biscuit']],
  [['I walked the dog.', 'The dog was soaked.', 'Biscuit shook himself.'], ['Biscuit']],
  [['My brother borrowed the drill.'], ['brother']],
  [['Ben borrowed the drill.'], ['Ben']],
  [['My dentist found nothing.'], ['dentist']],
  [['Grace Hall came by with a cake.'], ['Grace Hall']],
  [['Will you come too?', 'Will it rain?'], []],
  [['I met Will at the station.'], ['Will']],
  [['We are off on a trip in may.'], []],
  [['I saw aunt May yesterday.'], ['May']],
  [['My mother thinks so too.', 'My father thinks not.'], []],
  [['My head hurts.', 'My head is killing me.', 'And my back, my back too.'], []],
  [['We meet on Friday.', 'No, on Monday.', 'Fine, on Friday then. Is Friday good?'], []],
  [['Back in August.', 'It was hot in August.', 'What about August?'], []],
  [['That IS GREAT news.', 'It really IS GREAT.'], []],
  [['My Work is piling up.', 'I like my work, though.'], ['work']],
  [['We flew to Lisbon.', 'The food in Lisbon was a dream.'], ['Lisbon']],
  [['I sold my bikes.', 'The bike was too small anyway.'], ['bikes']],
  [['I left the other one at home.', 'The other one is better.', 'The whole thing, the same thing.'], []],
  [['Thanks, Nova!', 'Goodnight, Nova.'], []],
  [['I told her that.', 'I gave her nothing.', 'She kept hers to herself.'], []],
  [['I see.', 'Lovely!', 'ok'], []],
  [
    [
      'How is my car doing?',
      'The car made a noise.',
      'My neighbour knows about cars.',
      'What about the rent?',
    ],
    ['car', 'rent'],
  ],
  [['Any news about the job?', 'A new job would be good news.'], ['job']],
  [['What did the vet say about Biscuit?'], ['Biscuit', 'vet']],
  [['I bought a boat.', 'The boat leaks.'], ['boat']],
  [['My allotment is a mess, and the allotment next door is no better.'], ['allotment']],
]

describe('A conversation is about', () => {
  for (const [messages, topics] of conversations)
    it(`${topics.join(', ') || 'nothing'}: ${messages.join(' / ')}`, () =>
      assert.deepEqual(namesAfter(...messages), topics))

  it('what was spoken of last more than what was spoken of before, until that is forgotten', () => {
    const talk = ['What about the garden?', 'The garden is dry.', 'How is Anna?', 'And Anna’s knee?']
    assert.deepEqual(namesAfter(...talk), ['Anna', 'garden'])
    const [anna, garden] = topicsAfter(...talk)
    assert.ok(anna && garden && anna.weight > 0.7 && garden.weight < 0.6)
    assert.deepEqual(namesAfter(...talk, ...Array.from({ length: 12 }, () => 'I see.')), [])
  })
})
