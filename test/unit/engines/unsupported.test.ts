import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ActionResult, Turn } from '../../../daemon/language/turn.ts'
import type { Claim } from '../../../daemon/language/claims.ts'
import { correctionFor, unsupportedIn } from '../../../daemon/features/engines/models/unsupported.ts'
import { recalled, turnOf } from '../../support/conversation/chat-turn.ts'

const claimed = (message: string, reply: string, rest: Partial<Turn> = {}) => [
  ...unsupportedIn(turnOf(message, rest), reply).claims,
]
const detailed = (message: string, reply: string, rest: Partial<Turn> = {}) => [
  ...unsupportedIn(turnOf(message, rest), reply).details,
]
const reminder = {
  goal_uuid: crypto.randomUUID(),
  title: 'Call Ben',
  due_at: Date.UTC(2025, 2, 6, 8),
  repeats: null,
}

describe('A reply that claims to have done something', () => {
  const claims: readonly (readonly [string, Claim])[] = [
    ['I’ve set a reminder for tomorrow at 9.', 'reminder set'],
    ['Done! I have added that reminder.', 'reminder set'],
    ['Sure, I’ll remind you in the morning.', 'reminder set'],
    ['Your reminder has been set.', 'reminder set'],
    ['I’ve cancelled your dentist reminder.', 'reminder ended'],
    ['Got it, I’ve noted that down.', 'noted'],
    ['I have saved it to my notes.', 'noted'],
    ['I’ve deleted everything you told me.', 'forgot'],
    ['All of that has been erased.', 'forgot'],
    ['I booked you a table.', 'outside'],
    ['I have sent Ben a message.', 'outside'],
    ['I’ve ordered the flowers.', 'outside'],
    ['I’ll call the surgery for you.', 'outside'],
    ['Your table at the Riverside is booked.', 'arranged'],
    ['Ich habe dir eine Erinnerung für morgen gestellt.', 'reminder set'],
    ['Ich erinnere dich um acht.', 'reminder set'],
    ['Ich habe mir das notiert.', 'noted'],
    ['Ich habe einen Tisch für zwei reserviert.', 'outside'],
    ['Das habe ich vergessen und gelöscht.', 'forgot'],
  ]
  for (const [reply, claim] of claims)
    it(`is found out where nothing was done: ${reply}`, () => {
      assert.ok(claimed('Well then', reply).includes(claim), JSON.stringify(claimed('Well then', reply)))
    })

  const honest = [
    'I can’t book tables, sorry.',
    'I haven’t set a reminder.',
    'Shall I remind you?',
    'Have you booked it?',
    'I could remind you of it.',
    'You told me: “I’ve booked the caravan for May.”',
    'I hope you called her.',
    'You have sent the parcel on Monday.',
    'I would not have ordered the fish.',
    'Ich kann nichts buchen.',
    'Soll ich dich daran erinnern?',
    'Call me any time.',
    'I remember you like tea.',
  ]
  for (const reply of honest)
    it(`is left alone where it claims nothing: ${reply}`, () => {
      assert.deepEqual(claimed('Well then', reply), [])
    })

  it('is left alone where that was done because of the message', () => {
    const made: ActionResult = { kind: 'reminder made', ...reminder }
    const remembered: ActionResult = {
      kind: 'kept',
      memory_uuid: crypto.randomUUID(),
      content: 'x',
      known: false,
      updates: false,
    }
    assert.deepEqual(claimed('Remind me', 'I’ve set a reminder for 9:00.', { done: [made] }), [])
    assert.deepEqual(claimed('I moved', 'I’ve noted that.', { done: [remembered] }), [])
    assert.deepEqual(claimed('I moved', 'I’ve set a reminder.', { done: [remembered] }), ['reminder set'])
  })

  it('may say that something is booked where the member said so', () => {
    const memories = [recalled('I’ve booked a table at the Riverside for Friday.')]
    assert.deepEqual(claimed('Is it done?', 'Your table at the Riverside is booked.', { memories }), [])
  })

  it('says what is not so, in the language of the reply', () => {
    const correct = (reply: string) => correctionFor(reply, unsupportedIn(turnOf('Well then'), reply))
    assert.equal(correct('I’ve set a reminder for you.'), '(To be clear: no reminder was set.)')
    assert.equal(
      correct('Ich habe dir eine Erinnerung gestellt.'),
      '(Um ehrlich zu sein: eine Erinnerung wurde nicht gestellt.)',
    )
    assert.equal(correct('That sounds lovely.'), null)
  })
})

describe('What a reply states of the member', () => {
  const asked = 'When is my appointment with the dentist?'

  it('is found out where nothing that the model was given has it', () => {
    assert.deepEqual(detailed(asked, 'Your appointment is with Dr Marlow at 4 pm.'), ['Marlow', '4 pm'])
    assert.deepEqual(detailed('What is my pin?', 'Your PIN is 48213.'), ['48213'])
    assert.deepEqual(detailed('Wann ist mein Termin?', 'Dein Termin beim Zahnarzt ist um 16 Uhr.'), [
      '16 Uhr',
    ])
  })

  it('is borne out by memories, people, goals, what was said, and times in other words', () => {
    const memories = [recalled('The dentist Dr Marlow sees me on Friday at 16:00.')]
    assert.deepEqual(detailed(asked, 'Dr Marlow sees you on Friday at 4 pm.', { memories }), [])
    const goals = [{ title: 'Dentist', status: 'active', due_at: '2025-03-06T08:00:00.000Z' }]
    assert.deepEqual(detailed(asked, 'You have it on Thursday at 9:00.', { goals }), [])
    const people = [{ family_member_uuid: 'ann', name: 'Ruth', relation: 'dentist', facts: [] }]
    assert.deepEqual(detailed(asked, 'You are with Ruth.', { people }), [])
  })

  it('is left alone where it only suggests, or nobody asked for something of theirs', () => {
    assert.deepEqual(detailed('Where could I eat?', 'You could try Luigi’s at 8 pm.'), [])
    assert.deepEqual(detailed('Who painted the Mona Lisa?', 'Leonardo da Vinci did, about 1503.'), [])
  })
})
