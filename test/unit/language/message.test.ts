import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { english } from '../../../daemon/language/en/english.ts'
import { readMessage } from '../../../daemon/language/message.ts'

const reminders = {
  now: Date.UTC(2026, 4, 12, 8, 30),
  time_zone: 'Europe/London',
  open: [],
  last: null,
  asked: null,
  listed: [],
  wanted: null,
}
/** Without what sentences mean: words have to do. */
const embed = async (texts: readonly string[]) => texts.map(() => new Float32Array(256))
const read = (content: string, before: string | null = null) =>
  readMessage({ content, before, reminders }, english.reading, embed)
const toldIn = async (content: string) =>
  (await read(content)).acts.flatMap((act) => (act.kind === 'tell' ? [act.content] : []))

describe('What is kept of a message', () => {
  it('is what was said, word for word', async () => {
    const message = "My sister Anna lives in Leeds with her two boys.  She's a vet!"
    assert.deepEqual(await toldIn(message), [message])
  })

  it('leaves out what is nothing but courtesy', async () => {
    assert.deepEqual(await toldIn('Good morning! My dentist is called Dr Weber. Thanks!'), [
      'My dentist is called Dr Weber.',
    ])
  })

  it('is none of a question', async () => {
    assert.deepEqual(await toldIn('What is my sister called?'), [])
  })

  it('is nothing where somebody may come to harm', async () => {
    const { acts } = await read('My dentist is called Dr Weber. I want to die.')
    assert.deepEqual(acts, [{ kind: 'say', intent: 'harm-to-oneself' }])
  })

  it('is nothing that is said off the record, from there on', async () => {
    const { acts } = await read(
      'My dentist is called Dr Weber. Stop remembering what I tell you. I lied on my CV.',
    )
    assert.deepEqual(
      acts.map((act) => (act.kind === 'tell' ? act.content : act.kind)),
      ['My dentist is called Dr Weber.', 'remember'],
    )
  })
})

describe('A message', () => {
  it('asks, also without a question mark', async () => {
    for (const question of [
      'Where is my passport?',
      "locked out, where's the spare key?",
      'tell me my mobile number',
      'has Cadi told you why she missed my concert',
      'does Nell have a bedroom of her own',
      'whats hectors grub costing us',
      'who comes to dress the leg now',
      'is precious putting money by for something',
    ])
      assert.deepEqual(
        (await read(question)).acts.map(({ kind }) => kind),
        ['ask'],
        question,
      )
  })

  it('forgets, and keeps nothing more, where it says both', async () => {
    const { acts } = await read('forget that and stop listening in, nothing from here on should be kept')
    assert.deepEqual(
      acts.map(({ kind }) => kind),
      ['forget', 'remember'],
    )
  })

  it('asks for forgetting, and says of what', async () => {
    const { acts } = await read('Please forget what I said about Amara.')
    assert.deepEqual(acts, [
      {
        kind: 'forget',
        about: 'Amara',
        question: 'what is Amara',
        count: 1,
        all: true,
        each: [{ about: 'Amara', question: 'what is Amara' }],
        everything: false,
        since: null,
        spared: '',
        first: false,
        last: false,
        unsaid: null,
      },
    ])
  })

  it('takes back what it has just told', async () => {
    const { acts } = await read("I wasn't supposed to say that Lena is pregnant. Forget that.")
    assert.deepEqual(
      acts.map((act) => act.kind === 'forget' && [act.about, act.unsaid]),
      [['Lena pregnant', "I wasn't supposed to say that Lena is pregnant."]],
    )
  })

  it('says what is not to be remembered', async () => {
    const { acts } = await read("And don't remember this either: I've applied for her desk.")
    assert.deepEqual(
      acts.map((act) => act.kind === 'forget' && act.unsaid),
      ["I've applied for her desk."],
    )
  })

  it('of a language that is not understood is said to be one', async () => {
    assert.deepEqual((await read('Ma tante Carla habite à Lyon depuis trois ans')).acts, [
      { kind: 'say', intent: 'other-language' },
    ])
  })

  it('of more words than can be read is read in part', async () => {
    const { partly } = await read('my dog is called Rex and '.repeat(320))
    assert.equal(partly, true)
  })

  it('says what is felt and asks the companion beside it', async () => {
    assert.deepEqual((await read("I'm stressed, how are you?")).acts, [
      { kind: 'say', intent: 'worry' },
      { kind: 'say', intent: 'how-are-you' },
    ])
    const { acts } = await read("I'm stressed, when is my exam?")
    assert.deepEqual(
      acts.map(({ kind }) => kind),
      ['ask'],
    )
  })

  it('without words is said to have none', async () => {
    assert.deepEqual((await read('…')).acts, [{ kind: 'say', intent: 'no-words' }])
  })
})
