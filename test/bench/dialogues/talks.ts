import type { Person, Reply, Stage } from './player.ts'
import { holdsAny, isSure, type Outcome, plain, type Tally } from './tally.ts'

type Worth = 'keep' | 'maybe' | 'drop'

interface Message {
  readonly id: string
  readonly sentences: readonly { readonly text: string; readonly worth: Worth }[]
}

/** A household over some weeks; see `test/dialogues/README.md`. */
export interface Talk {
  readonly name: string
  readonly members: readonly string[]
  readonly sessions: readonly {
    readonly member: string
    readonly at: string
    readonly messages: readonly Message[]
  }[]
  readonly questions: readonly {
    readonly member: string
    readonly at: string
    readonly text: string
    readonly kind: string
    readonly right: readonly string[]
    readonly wrong?: readonly string[]
    readonly evidence: readonly string[]
  }[]
}

/** A reply stands on so many memories at most, to count as an answer. */
const maxQuotes = 2

/** Plays a household and asks its questions; notes what was kept and what was answered. */
export async function playTalk(talk: Talk, tally: Tally, stage: Stage): Promise<void> {
  const people = new Map<string, Person>()
  for (const name of talk.members) people.set(name, await stage.person(name))
  const personOf = (name: string) => {
    const person = people.get(name)
    if (!person) throw new Error(`${talk.name}: who is ${name}?`)
    return person
  }
  const texts = new Map<string, string>()
  for (const { member, at, messages } of talk.sessions) {
    stage.at(at)
    for (const { id, sentences } of messages) {
      const text = sentences.map((sentence) => sentence.text).join(' ')
      texts.set(id, text)
      await personOf(member).say(text)
    }
  }
  for (const name of talk.members) await judgeKept(talk, name, personOf(name), tally)
  for (const question of talk.questions) {
    stage.at(question.at)
    const reply = await personOf(question.member).say(question.text)
    const evidence = question.evidence.map((id) => plain(texts.get(id) ?? ''))
    const outcome = question.kind === 'unknown' ? judgeUnknown(reply) : judgeAnswer(reply, question, evidence)
    tally.answer(question.kind, outcome, reply.confidence)
    tally.example(
      `${talk.name} ${question.kind} ${outcome} ${reply.confidence.toFixed(3)}`,
      question.text,
      reply.content,
    )
  }
}

/** Whether what was kept was said so, and whether it is worth it. */
async function judgeKept(
  { sessions }: Talk,
  name: string,
  { memories }: Person,
  tally: Tally,
): Promise<void> {
  const messages = sessions.filter(({ member }) => member === name).flatMap((session) => session.messages)
  const sentences = messages.flatMap((message) => message.sentences)
  const whole = messages.map((message) => plain(message.sentences.map(({ text }) => text).join(' ')))
  const stored = (await memories()).filter(({ source }) => source.actor === 'conversation')
  const contents = stored.map(({ content }) => plain(content))
  for (const content of contents) {
    tally.count(
      'memories',
      'verbatim',
      whole.some((text) => text.includes(content)),
    )
    const made = sentences.filter(
      ({ text }) => plain(text).includes(content) || content.includes(plain(text)),
    )
    // What was not said so is worth nothing, whatever it was made of.
    tally.count(
      'memories',
      'junk',
      made.every(({ worth }) => worth === 'drop'),
    )
  }
  for (const { text, worth } of sentences)
    if (worth === 'keep')
      tally.count(
        'memories',
        'useful kept',
        contents.some((content) => content.includes(plain(text))),
      )
}

const judgeUnknown = (reply: Reply): Outcome => (isSure(reply) ? 'wrong' : 'refused')

function judgeAnswer(
  reply: Reply,
  { right, wrong = [] }: Talk['questions'][number],
  evidence: readonly string[],
): Outcome {
  const quotes = reply.memories_used.slice(0, maxQuotes).map(({ content }) => plain(content))
  const quoted = quotes.some((quote) => evidence.some((text) => text.includes(quote)))
  const isRight = holdsAny(reply.content, right)
  const stale = holdsAny(reply.content, wrong) && !isRight
  if ((isRight || quoted) && !stale) return 'right'
  return isSure(reply) ? 'wrong' : 'refused'
}
