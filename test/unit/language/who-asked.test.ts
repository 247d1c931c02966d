import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { whoAsked as inGerman } from '../../../daemon/language/de/who-asked.ts'
import { whoAsked as inEnglish } from '../../../daemon/language/en/who-asked.ts'
import type { WhoAsked } from '../../../daemon/language/who-asked.ts'

const languages = {
  English: {
    whoAsked: inEnglish,
    named: {
      'Who is Anna?': 'Anna',
      "who's anna berg": 'anna berg',
      'Who was Tom Reed again?': 'Tom Reed',
      'Do you know Anna?': 'Anna',
      'Hey, tell me who Anna is.': 'Anna',
    },
    related: { 'Who is my best friend?': 'friend', 'Who is our mum?': 'mother' },
    household: [
      'Who lives here?',
      "Who's in our family?",
      'Who else lives with us?',
      'Who do you know here?',
    ],
    self: ['Who am I?', 'Do you know who I am?'],
    others: ['Who teaches Isla?', 'Do you know what time it is?', 'When does Anna come?'],
  },
  German: {
    whoAsked: inGerman,
    named: {
      'Wer ist Anna?': 'Anna',
      'Wer ist denn Anna Berg nochmal?': 'Anna Berg',
      'Kennst du Anna?': 'Anna',
      'Weißt du noch, wer Anna ist?': 'Anna',
    },
    related: { 'Wer ist mein bester Freund?': 'Freund', 'Wer ist meine Schwester?': 'Schwester' },
    household: ['Wer wohnt hier?', 'Wer gehört alles zu unserer Familie?', 'Wen kennst du hier?'],
    self: ['Wer bin ich?', 'Kennst du mich?'],
    others: ['Wer kommt am Freitag?', 'Wann kommt Anna?'],
  },
}

const kindOf = (asked: WhoAsked | null) => asked?.kind ?? null

for (const [language, { whoAsked, named, related, household, self, others }] of Object.entries(languages))
  describe(`A question of who somebody is, in ${language}`, () => {
    it('asks for somebody by their name', () => {
      for (const [question, name] of Object.entries(named))
        assert.deepEqual(whoAsked(question), { kind: 'name', name }, question)
    })

    it('asks for somebody by what they are to the member', () => {
      for (const [question, relationship] of Object.entries(related)) {
        const asked = whoAsked(question)
        assert.ok(asked?.kind === 'relation' && asked.is(relationship), question)
        assert.ok(!asked.is('dentist'), question)
      }
    })

    it('asks for everybody who lives here, or for the member', () => {
      for (const question of household) assert.equal(kindOf(whoAsked(question)), 'household', question)
      for (const question of self) assert.equal(kindOf(whoAsked(question)), 'self', question)
    })

    it('is no other question', () => {
      for (const question of others) assert.equal(whoAsked(question), null, question)
    })
  })
