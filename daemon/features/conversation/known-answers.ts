import type { Turn } from './exchange/engine.ts'
import { spokenDate } from './moments.ts'
import { type Part, spokenMemory, used } from './part.ts'
import { lowerFirst, toSecondPerson, upperFirst } from './person.ts'
import { asksOfDay, toldWhen } from './told-when.ts'
import { firstName } from './wording.ts'

const ofAnything =
  /\bwhat do you (?:know|remember) about me\b|\bwhat (?:do you (?:know|remember)|have i told you)(?: so far)?\?*$|\btell me (?:something|what you know) about (?:me|myself)\b/i

/** Whether a question is about whatever was told, so that the newest memories answer it best. */
export const asksOfEverything = (question: string): boolean =>
  ofAnything.test(question) || asksOfDay(question)

/** The answer to a question that no search of the memories answers; null for any other. */
export function knownAnswer(question: string, turn: Turn): Part | null {
  return (
    aboutNow(question, turn) ??
    aboutDay(question, turn) ??
    aboutGoals(question, turn) ??
    aboutMember(question, turn) ??
    aboutAges(question, turn)
  )
}

/** What the clock knows. */
function aboutNow(question: string, turn: Turn): Part | null {
  if (/\bwhat(?:['’]s| is) the time\b|\bwhat time is it\b/i.test(question))
    return { text: `It is ${spokenDate(turn.now, turn.time_zone, true)}.`, confidence: 0.95 }
  if (
    /\bwhat(?:['’]s| is) (?:the date|today['’]s date)\b|\b(?:what|which) (?:day|date) is (?:it|today)\b/i.test(
      question,
    )
  )
    return { text: `Today is ${spokenDate(turn.now, turn.time_zone)}.`, confidence: 0.95 }
  return null
}

/** What was told on a day that is asked about. */
function aboutDay(question: string, turn: Turn): Part | null {
  const told = toldWhen(question, turn)
  if (told === null) return null
  if (told.memories.length === 0) return { text: `I have noted nothing of ${told.day}.`, confidence: 0.7 }
  const list = told.memories.map(spokenMemory).join('; ')
  return {
    text: `${upperFirst(told.day)} you told me that ${list}.`,
    confidence: 0.85,
    used: told.memories.map(used),
  }
}

function aboutGoals(question: string, { goals, time_zone }: Turn): Part | null {
  if (
    !/\bremind(?:ers|ed|ing)?\b(?![,:]? (?:who|what|where|when|which|how)(?:['’]?s)?\b)(?! me(?: of)?[,:]? (?:who|what|where|when|which|how)(?:['’]?s)?\b)|\breminder\b|\b(?:meant|supposed|wanted|have|need) to (?:remember|do)\b|\bam i (?:meant|supposed) to\b|\bslip my mind\b|\bnudge me\b|\bon my list\b|\bcoming up\b|\bdon['’]t want to forget\b|\b(?:my|any|open) (?:goals?|to-?dos?|tasks?)\b|\bwhat (?:do|must|should) i have to do\b/i.test(
      question,
    )
  )
    return null
  if (goals.length === 0)
    return { text: 'There is nothing to remind you of: you have not asked me to.', confidence: 0.85 }
  const list = goals
    .slice(0, 5)
    .map(
      ({ title, due_at }) =>
        `${toSecondPerson(title)}${due_at === null ? '' : ` (${spokenDate(Date.parse(due_at), time_zone, true)})`}`,
    )
  return { text: `You asked me to remind you: ${list.join('; ')}.`, confidence: 0.9 }
}

function aboutMember(question: string, { speaker, memories }: Turn): Part | null {
  if (
    /\bwhat(?:['’]s| is) my (?:own |full |first )?name\b|^(?:so |and )?who am i\??$|\bdo you know who i am\b/i.test(
      question,
    )
  )
    return { text: `You are ${speaker.full_name}, ${firstName(speaker.full_name)} to me.`, confidence: 0.95 }
  if (!ofAnything.test(question)) return null
  const some = memories.filter(({ superseded }) => !superseded).slice(0, 5)
  if (some.length === 0)
    return {
      text: 'Nothing yet: you have not told me anything.',
      confidence: 0.8,
    }
  const list = some.map(({ content }) => lowerFirst(toSecondPerson(content)))
  return { text: `${upperFirst(list.join('; '))}.`, confidence: 0.8, used: some.map(used) }
}

const ages =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
const aged =
  /\b(?<name>\p{Lu}\p{L}+)(?:['’]s| is|,| has(?: just)? turned| turned| turns)(?: just| now| nearly)? (?<age>\d{1,3}|\p{L}+)\b/gu

/** Who is the eldest or the youngest, of those whose ages were told together. */
function aboutAges(question: string, { memories }: Turn): Part | null {
  const asked = /\b(?:(?<eldest>eldest|oldest)|youngest)\b/i.exec(question)
  if (!asked) return null
  for (const memory of memories.filter(({ superseded }) => !superseded)) {
    const told = [...memory.content.matchAll(aged)].flatMap(({ groups }) => {
      const word = (groups?.['age'] ?? '').toLowerCase()
      const age = ages.indexOf(word) + 1 || Number(word)
      return Number.isFinite(age) && age > 0 ? [{ name: groups?.['name'] ?? '', age }] : []
    })
    if (told.length < 2) continue
    const sorted = told.toSorted((a, b) => a.age - b.age)
    const found = asked.groups?.['eldest'] ? sorted.at(-1) : sorted[0]
    return {
      text: `That is ${found?.name ?? ''}: you told me that ${spokenMemory(memory)}.`,
      confidence: 0.8,
      used: [used(memory)],
    }
  }
  return null
}
