import { type Forgetting, forgettingOf } from './forgetting.ts'
import type { LanguageCode } from './codes.ts'
import type { Intent } from './intents.ts'
import type { Judgement, Proposable, Reading } from './language.ts'
import type { ReminderAct, ReminderContext } from './reminder-acts.ts'
import { languageOf } from './telling.ts'
import { readablePart, maxSentences, sentencesOf } from './sentences.ts'

/** What a member does with a part of a message. */
export type Act =
  /** Something worth keeping, word for word as it was said. */
  | { readonly kind: 'tell'; readonly content: string; readonly corrects: boolean }
  | { readonly kind: 'ask'; readonly question: string }
  /** Wants to hear all that was told of somebody or something. */
  | { readonly kind: 'ask about'; readonly about: string }
  | ({ readonly kind: 'forget' } & Forgetting)
  /** Begins or stops to keep what is told. */
  | { readonly kind: 'remember'; readonly on: boolean }
  | { readonly kind: 'say'; readonly intent: string }
  | ReminderAct

export interface IncomingMessage {
  readonly content: string
  /** What the companion said last; null for nothing. */
  readonly before: string | null
  readonly reminders: ReminderContext
  /** What was said just before in a language that is not understood. */
  readonly unkept?: string | null
  /** The language that the member spoke last; left out where that is not known. */
  readonly language?: LanguageCode | null
}

export interface MessageReading {
  readonly acts: readonly Act[]
  /** Whether some of the message was left unread. */
  readonly partly: boolean
  /** Whether somebody may come to harm. */
  readonly danger?: boolean
  /** What it may want that was not understood: a model may propose it. */
  readonly mayWant?: readonly Proposable[]
  readonly language?: LanguageCode
}

type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>

interface Sentence extends Judgement {
  readonly text: string
}

/** How likely a command has to be: what is done by mistake is worse than what has to be said again. */
const surely = 0.55
/** What is done, and is not kept itself. */
const commands = new Set(['forget', 'stop_remembering', 'resume_remembering'])

/** What a message does, sentence by sentence, in the language of whoever reads it. Of what may do somebody harm nothing is kept. */
export async function readMessage(
  { content, before, reminders, unkept, language }: IncomingMessage,
  reading: Reading,
  embed: Embed,
): Promise<MessageReading> {
  const { text, partly } = readablePart(content)
  const all = sentencesOf(text, reading)
  const read = all.slice(0, maxSentences)
  const { dangerIn } = reading
  const danger = dangerIn(text) ?? read.map(dangerIn).find((name) => name !== null) ?? null
  if (danger !== null) return { acts: [{ kind: 'say', intent: danger }], partly: false, danger: true }
  if (read.length === 0) return { acts: [{ kind: 'say', intent: 'no-words' }], partly }
  if (unkept && reading.keepsIt.test(text))
    return { acts: [{ kind: 'tell', content: unkept, corrects: false }], partly }
  if (languageOf(text, language ?? null) === null)
    return { acts: [{ kind: 'say', intent: 'other-language' }], partly }
  const vectors = reading.usesMeaning ? await embed(read) : []
  const sentences = read.map((sentence, at) => ({
    text: sentence,
    ...reading.judge(sentence, at === 0 ? before : (read[at - 1] ?? null), vectors[at] ?? new Float32Array()),
  }))
  const acts = actsOf(sentences, text, reminders, reading)
  const mayWant = new Set(sentences.flatMap((one) => one.mayWant ?? [])).difference(wantedBy(acts))
  return { acts, partly: partly || all.length > read.length, mayWant: [...mayWant] }
}

/** What of that which a model may propose is wanted plainly. */
const wantedBy = (acts: readonly Act[]): ReadonlySet<Proposable> =>
  new Set(
    acts.flatMap((act): Proposable[] => {
      if (act.kind === 'tell') return act.corrects ? ['correct'] : []
      if (act.kind === 'forget' || act.kind === 'remember') return ['forget']
      return act.kind === 'ask' || act.kind === 'ask about' || act.kind === 'say' ? [] : ['remind']
    }),
  )

function actsOf(
  sentences: readonly Sentence[],
  whole: string,
  reminders: ReminderContext,
  reading: Reading,
): Act[] {
  const { isNoCommand, isRegret, plainCommand, readForgetting } = reading
  const { acts: reminding, used } = reading.readReminders(sentences, reminders)
  const acts: Act[] = reminding.flatMap((act): Act[] =>
    act.kind === 'list reminders' && act.question !== undefined
      ? [act, { kind: 'ask', question: act.question }]
      : [act],
  )
  const keeps: boolean[] = []
  let off = false
  for (const [at, { text, act, likely, worthIt, asks }] of sentences.entries()) {
    if (used.has(at)) {
      keeps.push(false)
      continue
    }
    // "I should not have told you that. Forget it." is one command.
    const regrets = isRegret(text) && plainCommand(sentences[at + 1]?.text ?? '') === 'forget'
    const command = commands.has(act) && likely >= surely && !isNoCommand(text) && !regrets ? act : null
    const instead = reading.toldInstead(text)
    if (instead !== null) {
      acts.push(
        { kind: 'forget', ...forgettingOf(null) },
        { kind: 'tell', content: instead, corrects: false },
      )
      keeps.push(false)
      continue
    }
    const rest = sentences.slice(at + 1)
    if (rest.length > 0 && reading.isOfNext(text)) {
      acts.push({ kind: 'forget', ...forgettingOf(rest.map((one) => one.text).join(' ')) })
      break
    }
    if (command === 'stop_remembering') {
      acts.push({ kind: 'remember', on: false })
      off = true
    } else if (command === 'resume_remembering') {
      acts.push({ kind: 'remember', on: true })
      off = false
    } else if (command === 'forget' && !isSaidAgain(text, acts.at(-1), reading)) {
      const told = keeps.at(-1) === true
      const read = readForgetting(text, sentences[at - 1]?.text ?? null, told)
      const forgetting = reading.isWholly(sentences[at + 1]?.text ?? '') ? { ...read, all: true } : read
      acts.push({ kind: 'forget', ...forgetting })
      // "Forget that" is of the sentence before, which is not to be told then.
      if (forgetting.unsaid === sentences[at - 1]?.text) keeps[at - 1] = false
      // "My politics are my own. Forget whom I voted for": what leads up to it is of the same.
      for (const [earlier, one] of sentences.slice(0, at).entries())
        if (reading.isOfTheSame(forgetting, one.text)) keeps[earlier] = false
      if (reading.isStopToo(text)) {
        acts.push({ kind: 'remember', on: false })
        off = true
      }
    }
    const intent = reading.isTimeAlone(text, reminders)
      ? reading.intentNamed('bare-answer')
      : reading.intentOf(text)
    keeps.push(!off && command === null && worthIt && !regrets && !intent?.unkept)
    if (command !== null) continue
    const about = intent ? null : reading.aboutIn(text)
    if (about !== null) {
      acts.push({ kind: 'ask about', about })
      keeps[at] = false
    } else if (asks) {
      const asked = intent && !intent.felt ? [intent] : askedBeside(text, intent, reading)
      if (asked.length > 0) acts.push(...asked.map(({ name }) => ({ kind: 'say' as const, intent: name })))
      else acts.push({ kind: 'ask', question: text })
    } else if (intent) acts.push({ kind: 'say', intent: intent.name })
  }
  return [...memoriesOf(sentences, keeps, whole, reading), ...acts]
}

/** What is felt and what is asked of the companion beside it: "I'm stressed, how are you?"; nothing where no memory is needed. */
function askedBeside(text: string, felt: Intent | undefined, { intentOf }: Reading): Intent[] {
  const asked = text.includes(',') ? intentOf(text.slice(text.lastIndexOf(',') + 1).trim()) : undefined
  if (!asked || asked.felt) return []
  return felt ? [felt, asked] : [asked]
}

/** Whether a sentence only asks once more for what the one before it asked for: "Forget my fall. Forget it." */
const isSaidAgain = (sentence: string, before: Act | undefined, { readForgetting }: Reading): boolean =>
  before?.kind === 'forget' && before.about !== '' && readForgetting(sentence).about === ''

/** What is told in one breath is one memory, up to so many characters. */
const maxTogether = 280

/**
 * What is kept of a message, word for word: the sentences that are worth it, neighbours together, and where the first begins
 * with "she" or "it", the one before it, which says who was meant.
 */
function memoriesOf(
  sentences: readonly Sentence[],
  keeps: readonly boolean[],
  whole: string,
  { goesOn, pointsBack }: Reading,
): Act[] {
  const groups: { from: number; to: number }[] = []
  const length = (from: number, to: number) =>
    sentences.slice(from, to).reduce((sum, { text }) => sum + text.length, 0)
  for (const [at, { text }] of sentences.entries()) {
    if (keeps[at] !== true) continue
    const last = groups.at(-1)
    if (last?.to === at && (goesOn.test(text) || length(last.from, at + 1) <= maxTogether)) last.to = at + 1
    else {
      const before = sentences[at - 1]
      const needed = last?.to !== at && pointsBack.test(text) && before && !commands.has(before.act)
      groups.push({ from: needed ? at - 1 : at, to: at + 1 })
    }
  }
  let read = 0
  return groups.map(({ from, to }) => {
    const own = sentences.slice(from, to)
    const start = whole.indexOf(own[0]?.text ?? '', read)
    const end = own.reduce((place, { text }) => whole.indexOf(text, place) + text.length, start)
    read = end
    return {
      kind: 'tell',
      content: whole.slice(start, end),
      corrects: own.some(({ act, likely }) => act === 'correct' && likely >= surely),
    }
  })
}
