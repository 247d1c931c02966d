import { sameDay } from '../../../kernel/time-zone.ts'
import type { ReplyName } from '../../../language/en/replies.ts'
import type { Answer, Speech } from '../../../language/language.ts'
import { fill, isSpent, lineOf, listOf, upperFirst, type Voice } from '../../../language/lines.ts'
import type {
  ActionResult,
  RetrievedMemory,
  Reminder,
  Reply,
  Turn,
  UsedMemory,
} from '../../../language/turn.ts'
import { introductionsOf } from './household.ts'

/** One thing that a reply says. */
interface Part {
  readonly text: string
  /** 0 to 1. */
  readonly confidence: number
  readonly quotes?: readonly RetrievedMemory[]
  /** Whether a language model could have said more. */
  readonly beyond?: boolean
}

/** A message that wants a reply, and how the language of the reply is spoken. */
interface SpokenTurn extends Turn {
  readonly speech: Speech<RetrievedMemory>
}

/** What has so many of the telling words of a question, 0 to 1, and names a day, names the one that is asked for. */
const ofTheSame = 0.5
/** No reply says more. */
const maxParts = 3
/** So many of what was told are listed. */
const maxListed = 30

/** How the companion sounds just now. */
export function voiceOf({ persona }: Pick<Turn, 'persona'>): Voice {
  const { formality, warmth } = persona.expression
  if (formality > 0.62) return 'formal'
  return warmth > 0.55 ? 'warm' : 'plain'
}

/** The reply to what was done because of a message: it tells of that and quotes what was told, and claims nothing else. */
export function replyTo(asked: Turn, speech: Speech<RetrievedMemory>): Reply {
  const turn: SpokenTurn = { ...asked, speech }
  const parts: Part[] = []
  for (const done of ordered(withoutUnknown(turn), turn)) {
    const part = parts.length < maxParts ? partOf(done, turn) : null
    if (part && !parts.some(({ text }) => text === part.text)) parts.push(part)
  }
  if (parts.length === 0) parts.push(say('heard', turn, 0.5))
  const hinted = turn.hint && parts.some(({ beyond }) => beyond) && !turn.done.some(isSad(turn))
  if (hinted) parts.push(say(turn.hint === 'admin' ? 'hint' : 'hint for members', turn, 1))
  if (turn.partly && !turn.done.some(isUrgent(turn))) parts.push(say('rest', turn, 0.2))
  return {
    content: parts.map(({ text }) => text).join(' '),
    // As sure as of the part that it is least sure of.
    confidence: Math.min(...parts.map(({ confidence }) => confidence)),
    memories_used: parts.flatMap(({ quotes = [] }) => quotes.map(used)),
    ...(hinted ? { hinted } : {}),
  }
}

function partOf(done: ActionResult, turn: SpokenTurn): Part | null {
  switch (done.kind) {
    case 'asked':
      return (
        toldAge(done, turn) ?? introduced(done, turn) ?? inTime(done.question, answerTo(done, turn), turn)
      )
    case 'asked about':
      return allAbout(done, turn)
    case 'kept':
      return say(done.known ? 'known' : 'kept', turn, 0.9)
    case 'corrected':
      return say('corrected', turn, 0.85)
    case 'forgot':
      return say(done.contents.length > 1 ? 'forgot several' : 'forgot', turn, 0.95, {
        count: String(done.contents.length),
      })
    case 'forget_confirmation':
      return {
        ...say(asking(done), turn, 0.9, {
          count: String(done.memories.length),
          list: listOf(done.memories.map(({ content }) => content)),
        }),
        quotes: done.memories.slice(0, maxListed),
      }
    case 'forget_declined':
      return say('forget_declined', turn, 0.95)
    case 'nothing to forget':
      return say('nothing to forget', turn, 0.3)
    case 'remembering':
      return say(done.on ? 'remembering on' : 'remembering off', turn, 0.95)
    case 'no room':
      return say(`no room for ${done.for}`, turn, 0.95)
    case 'reminder made':
      return say(
        done.due_at !== null || done.repeats !== null
          ? 'reminder made'
          : turn.done.some(isSad(turn))
            ? 'reminder on the list'
            : 'reminder without time',
        turn,
        0.95,
        wordsOf(done, turn),
      )
    case 'reminder moved':
      return say('reminder moved', turn, 0.95, wordsOf(done, turn))
    case 'reminder renamed':
      return say('reminder renamed', turn, 0.95, { title: reminderLine(done, turn) })
    case 'reminder ended': {
      if (done.reminders.length === 0) return say('no such reminder', turn, 0.5)
      const titles = done.reminders.map(({ title }) => title).join('; ')
      return say(done.done ? 'reminder done' : 'reminder cancelled', turn, 0.9, { titles })
    }
    case 'reminders listed':
    case 'which reminder': {
      if (done.reminders.length === 0) return say('no reminders', turn, 0.9)
      const list = done.reminders.map((one) => `- ${reminderLine(one, turn)}`).join('\n')
      return say(done.kind, turn, 0.9, { list })
    }
    case 'no reminder':
      return say(noReminder[done.reason], turn, 0.9)
    case 'said':
      if (done.intent === 'know-me') return everything(turn)
      return done.intent === 'told-when' ? toldThen(turn) : saidTo(done.intent, turn)
    default:
      return null
  }
}

const noReminder = {
  passed: 'reminder passed',
  'too often': 'reminder too often',
  'of what': 'reminder of what',
  'a time': 'reminder without a time',
  'such a day': 'reminder on no such day',
} as const

const wordsOf = ({ title, due_at, repeats }: Reminder, turn: SpokenTurn) => ({
  title,
  when: turn.speech.whenOf(due_at, repeats, turn),
})

function reminderLine(reminder: Reminder, turn: SpokenTurn): string {
  const { title, when } = wordsOf(reminder, turn)
  return when === '' ? title : `${title}, ${when}`
}

function say(
  name: ReplyName,
  turn: SpokenTurn,
  confidence: number,
  values: Readonly<Record<string, string>> = {},
): Part {
  const line = turn.speech.reply(name, voiceOf(turn), saidBefore(turn))
  return { text: fill(line, { ...valuesOf(turn), ...values }), confidence }
}

/** What is quoted as an answer, or as what is nearest to one. */
function answered({ quotes, certainty, confidence }: Answer<RetrievedMemory>, turn: SpokenTurn): Part {
  if (certainty === 'world') return { ...say('world', turn, confidence), beyond: true }
  if (quotes.length === 0) return say('none', turn, confidence)
  const text = quoted(quotes, turn)
  if (certainty === 'sure') return { text, confidence, quotes }
  return { text: `${say('near', turn, 0).text} ${text}`, confidence, quotes }
}

/** The age that is asked for, where it can be reckoned from what was told. */
function toldAge({ age }: Extract<ActionResult, { kind: 'asked' }>, turn: SpokenTurn): Part | null {
  const years = age && turn.speech.ageFrom(age, turn)
  if (!years) return null
  const [from, to] = years
  const own = age.name === null && age.relation === null
  const certain = from === to
  const values = { person: turn.speech.personOf(age), from: String(from), to: String(to) }
  const line = say(
    own ? (certain ? 'own age' : 'own age, about') : certain ? 'age' : 'age, about',
    turn,
    0.9,
    values,
  )
  const quotes = [age.memory]
  return { ...line, text: `${line.text} ${quoted(quotes, turn)}`, quotes }
}

const answerTo = ({ found }: Extract<ActionResult, { kind: 'asked' }>, { speech }: SpokenTurn) =>
  speech.answerTo(found)

/** Who somebody is, as the household has introduced them, and what was told that answers it too. */
function introduced(done: Extract<ActionResult, { kind: 'asked' }>, turn: SpokenTurn): Part | null {
  const who = turn.speech.whoAsked(done.question)
  const introductions = who ? introductionsOf(who, turn) : []
  if (introductions.length === 0) return null
  const { quotes, certainty } = answerTo(done, turn)
  const told = certainty === 'sure' ? quotes : []
  const lines = introductions.map(({ name, values }) => say(name, turn, 1, values).text)
  const text = [...lines, ...(told.length > 0 ? [quoted(told, turn)] : [])].join(' ')
  return { text, confidence: 0.95, quotes: told }
}

/** An answer, and how far away the day is that it names, where that is asked for. */
function inTime(question: string, answer: Answer<RetrievedMemory>, turn: SpokenTurn): Part {
  const span = turn.speech.spanAsked(question)
  const own = span && turn.speech.dayNamed(question, turn.now, turn, span)
  if (span && own !== null)
    return say('day', turn, 0.9, { when: upperFirst(turn.speech.daysAway(own, turn)) })
  const part = answered(answer, turn)
  const [first] = answer.quotes
  const near = span && first && first.keyword >= ofTheSame ? first : null
  const day =
    span && near ? turn.speech.dayNamed(near.content, Date.parse(near.created_at), turn, span) : null
  if (day === null || !near) return part
  const when = say('day', turn, Math.max(answer.confidence, 0.8), {
    when: upperFirst(turn.speech.daysAway(day, turn)),
  })
  return { ...when, text: `${when.text} ${quoted([near], turn)}`, quotes: [near] }
}

/** All that was told of somebody or something. */
function allAbout(
  { about, memories }: Extract<ActionResult, { kind: 'asked about' }>,
  turn: SpokenTurn,
): Part {
  const shown = memories.slice(0, maxListed)
  if (shown.length === 0) return say('none', turn, 0.7)
  const counts = { about, list: listed(shown), shown: String(shown.length), count: String(memories.length) }
  const name = memories.length > shown.length ? 'all about, more' : 'all about'
  return { ...say(name, turn, 0.9, counts), quotes: shown }
}

/** Memories word for word, with who told them and when. */
const quoted = (memories: readonly RetrievedMemory[], turn: SpokenTurn) =>
  turn.speech.quotedText(
    memories.map(({ content, said_by, said, created_at }) => ({
      content,
      who: said_by,
      noted: !said,
      at: Date.parse(created_at),
    })),
    turn,
  )

/** All that was told, as far as it can be shown at once. */
function everything(turn: SpokenTurn): Part {
  const all = turn.memories.filter(({ superseded_by }) => superseded_by === null)
  if (all.length === 0) return say('nothing known', turn, 0.8)
  const shown = all.slice(0, maxListed)
  const list = listed(shown)
  const counts = { list, shown: String(shown.length), count: String(all.length) }
  return {
    ...say(all.length > shown.length ? 'everything, more' : 'everything', turn, 0.9, counts),
    quotes: shown,
  }
}

/** All that was told on a day that is asked about. */
function toldThen(turn: SpokenTurn): Part {
  const { content, now, time_zone, memories, speech } = turn
  const [when] = speech.timesIn(content, { now, time_zone, forward: false })
  const told = memories.filter(
    ({ created_at, said_by }) =>
      when && said_by === null && sameDay(Date.parse(created_at), when.at, time_zone),
  )
  if (!when || told.length === 0) return say('told nothing then', turn, 0.7)
  const day = upperFirst(turn.speech.dayOf(when.at, turn))
  const shown = told.slice(0, maxListed)
  return { ...say('told then', turn, 0.9, { day, list: listed(shown) }), quotes: shown }
}

/** How it is asked whether something is to be forgotten. */
function asking({ memories, besides }: Extract<ActionResult, { kind: 'forget_confirmation' }>): ReplyName {
  if (besides) return 'forget_confirmation, besides'
  return memories.length === 1 ? 'forget_confirmation, one' : 'forget_confirmation'
}

const listed = (memories: readonly RetrievedMemory[]) =>
  memories.map(({ content }) => `- ${content}`).join('\n')

/** What the companion has said, the newest last. */
const saidBefore = ({ history }: SpokenTurn) =>
  history.flatMap(({ role, content }) => (role === 'companion' ? [content] : []))

function saidTo(name: string, turn: SpokenTurn): Part | null {
  const intent = turn.speech.intentNamed(name)
  if (!intent) return null
  const [voice, before] = [voiceOf(turn), saidBefore(turn)]
  const spent = intent.spent && isSpent(intent.replies, voice, before)
  const line = lineOf(spent ? intent.spent : intent.replies, voice, before)
  // Whoever is sad is asked nothing back.
  if (line.endsWith('?') && turn.done.some(isSad(turn))) return null
  return { text: fill(line, valuesOf(turn)), confidence: 0.8, beyond: intent.beyond }
}

const isUrgent =
  ({ speech }: SpokenTurn) =>
  (done: ActionResult) =>
    done.kind === 'said' && speech.intentNamed(done.intent)?.urgent === true
const isFelt =
  ({ speech }: SpokenTurn) =>
  (done: ActionResult) =>
    done.kind === 'said' && speech.intentNamed(done.intent)?.felt === true
const isSad =
  ({ speech }: SpokenTurn) =>
  (done: ActionResult) =>
    done.kind === 'said' && speech.intentNamed(done.intent)?.sad === true

/** Of a day that was looked up in the reminders and in what was told, what knows of something there, or else the reminders. */
const withoutUnknown = ({
  done: all,
  ...turn
}: Omit<SpokenTurn, 'done'> & Pick<Turn, 'done'>): readonly ActionResult[] =>
  all.filter((done, at) => {
    const [before, next] = [all[at - 1], all[at + 1]]
    if (isEmpty(done) && next?.kind === 'asked') return !isOfItsDay(next, turn)
    return done.kind !== 'asked' || before === undefined || !isEmpty(before) || isOfItsDay(done, turn)
  })

const isEmpty = (done: ActionResult) => done.kind === 'reminders listed' && done.reminders.length === 0

/** Whether what was found is of the day that is asked about. */
function isOfItsDay(
  { question, found }: Extract<ActionResult, { kind: 'asked' }>,
  { now, time_zone, speech }: Pick<SpokenTurn, 'now' | 'time_zone' | 'speech'>,
): boolean {
  const daysOf = (text: string, at: number) =>
    speech.timesIn(text, { now: at, time_zone }).filter(({ dayGiven }) => dayGiven)
  const [day] = daysOf(question, now)
  const told = speech
    .answerTo(found)
    .quotes.flatMap(({ content, created_at }) => daysOf(content, Date.parse(created_at)))
  return told.some(({ at }) => day !== undefined && sameDay(at, day.at, time_zone))
}

/** What was done in the order in which it is spoken of: whoever may come to harm or is sad hears of care, not of notes. */
function ordered(all: readonly ActionResult[], turn: SpokenTurn): readonly ActionResult[] {
  const urgent = all.filter(isUrgent(turn))
  if (urgent.length > 0) return urgent.slice(0, 1)
  const felt = all.filter(isFelt(turn))
  const last = all.findLast(({ kind }) => kind === 'kept' || kind === 'corrected')
  const rest = all.filter((done) => {
    if (done.kind === 'kept' || done.kind === 'corrected') return done === last && felt.length === 0
    return !isFelt(turn)(done)
  })
  const asks = rest.some(({ kind }) => kind === 'asked')
  // Whoever asks something hears the answer; what was kept beside it is shown.
  return [...felt.slice(0, 1), ...rest.filter(({ kind }) => !asks || (kind !== 'kept' && kind !== 'said'))]
}

const used = ({ memory_uuid, content, why }: RetrievedMemory): UsedMemory => ({ memory_uuid, content, why })

const firstName = (full_name: string) => full_name.split(/\s+/)[0] ?? full_name

/** What may stand in a line. */
function valuesOf({
  speaker,
  persona,
  mood,
  now,
  time_zone,
  speech,
}: SpokenTurn): Readonly<Record<string, string>> {
  return {
    name: firstName(speaker.full_name),
    companion: persona.companion_name,
    mood: speech.moodNamed(mood.emotion),
    ...speech.clockWords({ now, time_zone }),
  }
}
