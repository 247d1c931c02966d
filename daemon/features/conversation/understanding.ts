import { readCorrection } from './correcting.ts'
import { readForgetting } from './forgetting.ts'
import { type Focus, focusAfter, mentions, resolve } from './focus.ts'
import { intents } from './intents.ts'
import { readStatement, type Told } from './reading.ts'
import { readReminder, type Reminder } from './reminding.ts'
import { sentencesOf } from './sentences.ts'

/** What a member does with one part of a message. */
export type Act =
  | { readonly kind: 'tell'; readonly told: Told }
  /** `text` as it was said, and with its pronouns resolved. */
  | {
      readonly kind: 'correct'
      readonly text: string
      readonly resolved: string
      readonly about: string | null
    }
  /** `about` is null for what was said last. */
  | { readonly kind: 'forget'; readonly about: string | null }
  | { readonly kind: 'remind'; readonly reminder: Reminder }
  | { readonly kind: 'ask'; readonly question: string }
  | { readonly kind: 'chat'; readonly intent: string }

export interface Understood {
  readonly acts: readonly Act[]
  readonly focus: Focus
}

interface Heard {
  readonly content: string
  readonly focus: Focus
  /** The last question that was asked, as it was understood. */
  readonly lastQuestion: string | null
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly time_zone: string
}

/** A question about reminders is no request for one. */
const asksBack =
  /^(?:(?:and|so|but|ok|okay|well)[, ]+)*(?:what|when|which|who|where|did|do|does|have|is|are|was)\b/i
/** "And Emma?" is the last question, of somebody else. */
const ellipsis =
  /^(?:(?:so|ok|okay|but|and)[, ]+)*(?:and|what about|how about)[, ]+(?<whom>(?:(?:my|our|the|his|her) )?(?!(?:what|who|when|where|which|how|why|do|does|did|is|are|was)\b)[\p{L}'’-]+(?: [\p{L}'’-]+)?)\?$/iu

/** What a message does, sentence by sentence, with its pronouns resolved. */
export function understand({ content, focus: before, lastQuestion, now, time_zone }: Heard): Understood {
  const acts: Act[] = []
  let focus = before
  const answered = answerOf(content, before)
  if (answered !== null) {
    const told = readStatement(answered, now, time_zone)
    if (told)
      return { acts: [{ kind: 'tell', told }], focus: { ...focusAfter(answered, before), asked: null } }
  }

  const sentences = sentencesOf(content)
  for (let at = 0; at < sentences.length; at += 1) {
    const { text, question } = sentences[at] ?? { text: '', question: false }
    const correction = readCorrection(text)
    const forget = correction ? undefined : readForgetting(text)
    if (forget !== undefined) {
      acts.push({ kind: 'forget', about: forget === null ? null : resolve(forget, focus) })
      continue
    }
    const reminder = asksBack.test(text) ? null : readReminder(text, now, time_zone)
    if (reminder) {
      acts.push({ kind: 'remind', reminder })
      continue
    }
    if (correction && !question) {
      // What is right may come in the next sentence.
      const next = sentences[at + 1]
      const alone = correction.text === '' && next !== undefined && !next.question
      if (alone) at += 1
      const right = alone ? next.text : correction.text
      acts.push({ kind: 'correct', text: right, resolved: resolve(right, focus), about: correction.about })
      focus = focusAfter(right, focus)
      continue
    }
    const intent = intents.find(({ patterns }) => patterns.some((pattern) => pattern.test(text)))
    if (question) {
      if (intent && !intent.aside && !felt.has(intent.name)) acts.push({ kind: 'chat', intent: intent.name })
      else acts.push({ kind: 'ask', question: questionOf(text, focus, lastQuestion) })
      focus = focusAfter(text, focus)
      continue
    }
    const resolved = resolve(text, focus)
    const told = intent?.name === 'cannot' ? null : readStatement(resolved, now, time_zone)
    const sighs = intent !== undefined && sighing.has(intent.name) && text.split(/\s+/).length <= 7
    if (told && !sighs) tell(acts, told)
    if (intent && !(intent.aside && told && intent.name !== 'greeting'))
      acts.push({ kind: 'chat', intent: intent.name })
    focus = focusAfter(resolved, focus)
  }
  return { acts, focus: { ...focus, asked: null } }
}

/** What is told, never asked: a question about a funeral is one about the time of it. */
const felt = new Set(['grief', 'distress', 'worry', 'anger', 'joy'])

/** What is felt, and is over tomorrow. */
const sighing = new Set(['distress', 'worry'])

/** What goes on with what was told right before is kept with it: "I got the job! I start in May." */
function tell(acts: Act[], told: Told): void {
  // What was said to it, such as congratulations, stands between.
  const before = acts.findLastIndex(({ kind }) => kind !== 'chat')
  const last = acts[before]
  const goesOn = /^(?:I|We|I['’]m|I['’]ll|We['’]re|He|She|It|They|That)\b/.test(told.content)
  const single = last?.kind === 'tell' && (subjectOf(last.told.content) || subjectOf(told.content))
  if (last?.kind !== 'tell' || !goesOn || single || last.told.content.length + told.content.length > 200)
    acts.push({ kind: 'tell', told })
  else
    acts[before] = {
      kind: 'tell',
      told: { ...last.told, content: `${last.told.content}. ${told.content}` },
    }
}

/** Whether a sentence gives a value to one thing, so that a newer value may take its place. */
const subjectOf = (content: string) =>
  /^(?:my|our|his|her|their|\S+['’]s) .{1,40} (?:is|are|was)\b/i.test(content)

/** A question with its pronouns resolved; a bare "and Emma?" is the last question, asked of Emma. */
function questionOf(text: string, focus: Focus, lastQuestion: string | null): string {
  const whom = ellipsis.exec(text)?.groups?.['whom']
  if (whom === undefined || lastQuestion === null) return resolve(text, focus)
  const before = mentions(lastQuestion).at(-1)?.phrase ?? /(?<=\s)\p{Lu}[\p{L}'’-]+/u.exec(lastQuestion)?.[0]
  if (before === undefined) return resolve(text, focus)
  return lastQuestion.replace(before.replace(/['’]s$/, ''), whom)
}

/** The statement that a bare answer to the companion's question makes; null where it is none. */
function answerOf(content: string, { asked }: Focus): string | null {
  const text = content.trim().replace(/[.!]+$/, '')
  if (
    asked === null ||
    text.split(/\s+/).length > 6 ||
    /\?|^(?:no|yes|i|we|it|he|she|they|thanks|why|forget)\b/i.test(text)
  )
    return null
  return asked.replace(
    '…',
    text.replace(/^(?:(?:his|her|its) name is|called|he['’]s|she['’]s|it['’]s)\s+/i, ''),
  )
}
