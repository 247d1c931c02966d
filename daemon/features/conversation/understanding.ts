import { readCorrection } from './correcting.ts'
import { readForgetting } from './forgetting.ts'
import { focusAfter, mentions, resolve } from './focus.ts'
import type { Focus } from './focus-state.ts'
import { intentOf, intents } from './intents.ts'
import type { Intent } from './intent.ts'
import { maxSentences } from './exchange/reading-limits.ts'
import { readStatement, type Told } from './reading.ts'
import { readReminder, type Reminder } from './reminding.ts'
import { readablePart, sentencesOf } from './sentences.ts'
import { respelled } from './spelling.ts'

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
  /** Whether some of the message was left unread. */
  readonly partly: boolean
}

export interface Heard {
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
export function understand(heard: Heard): Understood {
  const { focus: before } = heard
  const { text: content, partly } = readablePart(heard.content)
  const answered = answerOf(content.trim(), before.asked)
  if (answered !== null) {
    const said = read({ ...heard, content: answered })
    if (said.acts.some(answers)) return said
  }
  const said = read({ ...heard, content: respelled(content) })
  return { ...said, partly: partly || said.partly }
}

/** The intent of a message that says that somebody may come to harm; null for any other. */
export function dangerIn(content: string): string | null {
  return urgent.find(({ patterns }) => patterns.some((pattern) => pattern.test(content)))?.name ?? null
}

function read({ content, focus: before, lastQuestion, now, time_zone }: Heard): Understood {
  const acts: Act[] = []
  let focus: Focus = { ...before, asked: null }
  const all = sentencesOf(content)
  const sentences = all.slice(0, maxSentences)
  if (sentences.length === 0 && content.trim() !== '') acts.push({ kind: 'chat', intent: 'no-words' })
  for (let at = 0; at < sentences.length; at += 1) {
    const { text, question } = sentences[at] ?? { text: '', question: false }
    const danger = dangerIn(text)
    if (danger !== null) {
      acts.push({ kind: 'chat', intent: danger })
      continue
    }
    const correction = readCorrection(text)
    const forget = correction ? undefined : readForgetting(text)
    if (forget !== undefined) {
      acts.push({ kind: 'forget', about: forget === null ? null : resolve(forget, focus) })
      continue
    }
    const reminder = asksBack.test(text) ? null : readReminder(text, now, time_zone)
    if (reminder) {
      const { act, asked } = actOf(reminder, now)
      acts.push(act)
      focus = { ...focus, asked }
      continue
    }
    if (correction && !question) {
      // What is right may come in the next sentence.
      const next = sentences[at + 1]
      const alone = correction.text === '' && next !== undefined && !next.question
      if (alone) at += 1
      const right = alone ? next.text : correction.text
      if (right === '') {
        acts.push({ kind: 'chat', intent: 'what-is-right' })
        focus = { ...focus, asked: 'No, …' }
      } else {
        acts.push({ kind: 'correct', text: right, resolved: resolve(right, focus), about: correction.about })
        focus = focusAfter(right, focus)
      }
      continue
    }
    const intent = intentOf(text)
    if (question) {
      if (intent && ((!intent.aside && !intent.felt) || intent.name === foreign))
        acts.push({ kind: 'chat', intent: intent.name })
      else acts.push({ kind: 'ask', question: questionOf(text, focus, lastQuestion) })
      focus = focusAfter(text, focus)
      continue
    }
    const resolved = resolve(text, focus)
    const told = tells(text, intent) ? readStatement(resolved, now, time_zone) : null
    if (told) tell(acts, told)
    if (intent && !(intent.aside && told && intent.name !== 'greeting'))
      acts.push({ kind: 'chat', intent: intent.name })
    focus = focusAfter(resolved, focus)
  }
  return { acts: withoutAsides(acts), focus, partly: all.length > sentences.length }
}

const urgent = intents.filter((intent) => intent.urgent)
/** What is no question that can be understood. */
const foreign = 'other-language'
const alone = new Set(intents.filter((intent) => intent.alone).map(({ name }) => name))

/** What a message does without what is answered only where it does nothing else. */
function withoutAsides(acts: readonly Act[]): readonly Act[] {
  const more = acts.filter((act) => act.kind !== 'chat' || !alone.has(act.intent))
  return more.length > 0 ? more : acts
}

/** Whether an act is what the companion asked for: a reminder has its time then. */
function answers(act: Act): boolean {
  if (act.kind === 'remind') return act.reminder.due_at !== null
  return act.kind === 'tell' || act.kind === 'correct'
}

/** Whether a sentence may tell something: a request does not, nor does a sigh, which is over tomorrow. */
function tells(text: string, intent: Intent | undefined): boolean {
  if (intent === undefined || intent.aside) return true
  return intent.felt === true && !(intent.passing && text.split(/\s+/).length <= 7)
}

/** What is done about a reminder, and what a bare answer to the companion's question back would mean. */
function actOf(reminder: Reminder, now: number): { act: Act; asked: string | null } {
  const { title, due_at, repeats } = reminder
  const again = title === '' ? 'Remind me …' : `Remind me to ${title} …`
  if (reminder.tooOften)
    return { act: { kind: 'chat', intent: 'too-often' }, asked: again.replace('…', 'every hour') }
  if (due_at !== null && due_at <= now)
    return { act: { kind: 'chat', intent: 'moment-has-passed' }, asked: again }
  if (title === '' && due_at === null)
    return { act: { kind: 'chat', intent: 'remind-of-what' }, asked: 'Remind me …' }
  const act: Act = { kind: 'remind', reminder: { title, due_at, repeats } }
  return { act, asked: due_at === null ? again : null }
}

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

const consent =
  /^(?:(?:yes|yeah|yep|yup|sure|ok|okay|of course|go ahead|absolutely|that (?:would|['’]d) be (?:nice|great|good|lovely|kind)|that['’]d be (?:nice|great|good|lovely|kind)|please(?: do)?|thanks|thank you)[ ,!.]*)+$|^👍/iu
/** What answers nothing that was asked. */
const noAnswer =
  /\?|^(?:no|nope|not|never|yes|i|we|it|he|she|they|thanks|why|forget|remind|sorry|hi|hello|hey|bye|ok|okay|all right|good)\b/i

/**
 * What a bare answer to the companion's question says in full: where the question was one of yes or no, what yes means,
 * else the answer in the place of `…`. Null where it is no answer.
 */
function answerOf(content: string, asked: string | null): string | null {
  if (asked === null) return null
  if (!asked.includes('…')) return consent.test(content) ? asked : null
  const text = content.replace(/[.!]+$/, '')
  if (/^(?:Remind me|No,)/.test(asked)) return wholeAnswer(text, asked)
  if (text.split(/\s+/).length > 6 || noAnswer.test(text)) return null
  return asked.replace(
    '…',
    text.replace(/^(?:(?:his|her|its) name is|called|he['’]s|she['’]s|it['’]s)\s+/i, ''),
  )
}

/** What is right, or when and of what to remind, may be said in whole sentences. */
function wholeAnswer(text: string, asked: string): string | null {
  const long = text.split(/\s+/).length > 12
  const tells =
    asked.startsWith('Remind') && /^(?:i|we|my|our|he|she|it|they|his|her|there|the)\b/i.test(text)
  if (long || tells || /\?|^(?:no|nope|never mind|forget|remind|thanks|thank you|sorry)\b/i.test(text))
    return null
  return asked.replace('…', text.replace(/^(?:(?:yes|ok|okay|please|make it|maybe|then|well)[, ]+)+/i, ''))
}
