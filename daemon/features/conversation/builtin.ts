import type { UsedMemory } from '../../store/companion-schema.ts'
import { type Fit, fits, leastCoverage, leastFit, wantedOf } from './answering.ts'
import type { Done, Engine, Recalled, Reply, Turn } from './engine.ts'
import { followUp } from './follow-ups.ts'
import { type Intent, intents } from './intents.ts'
import { spokenRule } from './repeating-spoken.ts'
import { spokenDate } from './moments.ts'
import { lowerFirst, toSecondPerson, upperFirst } from './person.ts'
import { toldWhen } from './told-when.ts'
import { openLikeness } from './likeness.ts'
import { acknowledge, admit, fill, firstName, replyTo } from './wording.ts'

interface Part {
  readonly text: string
  readonly confidence: number
  readonly used?: readonly UsedMemory[]
  readonly asked?: string | null
}

/** Turns texts into vectors, as the embedder does. */
type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>

/** The companion's own engine: always there, offline, and grounded in nothing but what it was told. */
export function openBuiltin(embed: Embed): Engine {
  const likeness = openLikeness(embed)

  const answer = async (question: string, turn: Turn): Promise<Part> => {
    const known =
      aboutNow(question, turn) ??
      aboutDay(question, turn) ??
      aboutGoals(question, turn) ??
      aboutMember(question, turn) ??
      aboutAges(question, turn)
    if (known) return known
    const like = await likeness(question, turn.memories)
    const names = otherNames(turn.memories)
    const found = fits(
      question,
      [...turn.memories, ...turn.goals.map((goal) => asMemory(goal, turn))],
      like,
      names,
    )
    const [best] = found
    if (!best || best.score < 0.36 || best.coverage < 0.3) return { text: admit(turn), confidence: 0.15 }
    if (best.score < leastFit || best.coverage < leastCoverage)
      return { text: nearest(best, turn), confidence: 0.3, used: usedOf(best.memory) }
    return {
      text: told(question, best, turn),
      confidence: confidenceOf(best, found[1]),
      used: usedOf(best.memory),
    }
  }

  const say = async (done: Done, turn: Turn): Promise<Part | null> => {
    switch (done.kind) {
      case 'asked':
        return answer(done.question, turn)
      case 'kept': {
        const next = done.known || turn.persona.expression.verbosity < 0.25 ? null : followUp(done.content)
        const text = acknowledge(done.known, turn)
        return {
          text: next ? `${text} ${next.question}` : text,
          confidence: 0.9,
          asked: next?.meaning ?? null,
        }
      }
      case 'corrected':
        return {
          text: `Thank you for putting that right. I now have: ${lowerFirst(toSecondPerson(done.content))}.`,
          confidence: 0.85,
        }
      case 'forgotten':
        return { text: 'Done, I have forgotten that. You can take it back for 7 days.', confidence: 0.95 }
      case 'nothing found':
        return {
          text: `I found nothing of that to ${done.wanted}. Tell me what it is about, in a few words.`,
          confidence: 0.3,
        }
      case 'goal': {
        const { title, due_at, repeats } = done
        if (due_at === null && repeats === null)
          return {
            text: `I have noted it: ${toSecondPerson(title)}. When shall I remind you?`,
            confidence: 0.75,
          }
        const when = due_at === null ? '' : spokenDate(due_at, turn.time_zone, true)
        const again = repeats === null ? '' : spokenRule(repeats)
        const spoken = again === '' ? `on ${when}` : when === '' ? again : `${again}, first on ${when}`
        return {
          text: `I'll remind you ${spoken}: ${toSecondPerson(title)}.`,
          confidence: 0.95,
        }
      }
      case 'chat': {
        const intent = intents.find(({ name }) => name === done.intent)
        return intent ? { text: replyTo(intent, turn), confidence: intent.confidence } : null
      }
      default:
        return null
    }
  }

  return {
    name: 'builtin',
    reply: async (turn, write, signal) => {
      const parts: Part[] = []
      for (const done of ordered(turn.done)) {
        signal.throwIfAborted()
        const part = await say(done, turn)
        if (part && !parts.some(({ text }) => text === part.text)) parts.push(part)
      }
      if (parts.length === 0) parts.push(await likelyIntent(turn, likeness))
      const chosen = parts.slice(0, 3)
      let first = true
      for (const { text } of chosen) {
        write(first ? text : ` ${text}`)
        first = false
      }
      return replyOf(chosen)
    },
  }
}

function replyOf(parts: readonly Part[]): Reply {
  return {
    content: parts.map(({ text }) => text).join(' '),
    // As sure as of the part that it is least sure of.
    confidence: Math.min(...parts.map(({ confidence }) => confidence)),
    memories_used: parts.flatMap(({ used = [] }) => used),
    asked: parts.findLast(({ asked }) => asked)?.asked ?? null,
  }
}

/** What was done, in the order in which it is spoken of: a greeting first, sympathy before all else, one note of many. */
function ordered(done: readonly Done[]): Done[] {
  const rank = (one: Done) => {
    if (one.kind !== 'chat') return 3
    const intent = intents.find(({ name }) => name === one.intent)
    if (intent?.urgent) return -1
    if (one.intent === 'greeting') return 0
    return intent?.felt ? 1 : 2
  }
  const sorted = done.toSorted((a, b) => rank(a) - rank(b))
  // Who may come to harm hears of nothing else than care.
  const danger = sorted.filter((one) => rank(one) === -1)
  if (danger.length > 0)
    return [...danger.slice(0, 1), ...sorted.filter(({ kind }) => kind === 'goal' || kind === 'forgotten')]
  const moved = sorted.some((one) => rank(one) === 1)
  const kept = sorted.findLast(({ kind }) => kind === 'kept')
  // Who grieves is not told that it was noted.
  return sorted.filter((one) => one.kind !== 'kept' || (one === kept && !moved))
}

async function likelyIntent(turn: Turn, likeness: ReturnType<typeof openLikeness>): Promise<Part> {
  const intent: Intent | null = await likeness.nearest(turn.content, intents)
  if (intent) return { text: replyTo(intent, turn), confidence: intent.confidence * 0.8 }
  return {
    text: fill(
      "I'm not sure that I understand, {name}. Tell me more, or ask me about something you told me.",
      turn,
    ),
    confidence: 0.3,
  }
}

/** Surer the better it fits, and the further the next one is behind. */
function confidenceOf({ score }: Fit, next: Fit | undefined): number {
  const lead = score - (next?.score ?? 0)
  return Math.max(0.5, Math.min(0.97, 0.3 + 0.6 * score + Math.min(0.12, lead)))
}

/** What is to be done is known as what was told is. */
function asMemory({ title, due_at }: Turn['goals'][number], { now, time_zone }: Turn): Recalled {
  const when = due_at === null ? '' : ` on ${spokenDate(Date.parse(due_at), time_zone, true)}`
  const content = `I am supposed to ${title}${when}`
  const created_at = new Date(now).toISOString()
  return {
    memory_uuid: '',
    content,
    kind: 'note',
    created_at,
    score: 0,
    semantic: 0,
    keyword: 0,
    why: '',
    superseded: false,
  }
}

const usedOf = (memory: Recalled) => (memory.memory_uuid === '' ? [] : [used(memory)])

const used = ({ memory_uuid, content, why }: Recalled): UsedMemory => ({ memory_uuid, content, why })

/** What comes nearest to an answer, for what it is. */
function nearest({ memory }: Fit, turn: Turn): string {
  return `${admit(turn)} The nearest that you have told me is that ${spokenMemory(memory)}.`
}

const spokenMemory = ({ content }: Recalled) => lowerFirst(toSecondPerson(content)).replace(/[.!\s]+$/, '')

/** A memory as the answer to a question. */
function told(question: string, { memory }: Fit, turn: Turn): string {
  const said = spokenMemory(memory)
  const yes = wantedOf(question) === 'yes-no' ? yesOrNo(question, memory.content) : ''
  const source =
    turn.persona.expression.verbosity > 0.6
      ? ` (you told me on ${spokenDate(Date.parse(memory.created_at), turn.time_zone)})`
      : ''
  if (yes !== '') return `${yes}: you told me that ${said}${source}.`
  return `You told me that ${said}${source}.`
}

const negative =
  /\b(?:not|never|no|hate|hates|dislike|can['’]?t|cannot|don['’]t|doesn['’]t|isn['’]t|aren['’]t|without|allergic|detest|loathe)\b/i

function yesOrNo(question: string, memory: string): string {
  return negative.test(question) === negative.test(memory) ? 'Yes' : 'No'
}

/** What was told on a day that is asked about. */
function aboutDay(question: string, turn: Turn): Part | null {
  const told = toldWhen(question, turn)
  if (told === null) return null
  if (told.memories.length === 0)
    return {
      text: `I can't look that up by its day. Ask me about what it was, and I'll look.`,
      confidence: 0.3,
    }
  const list = told.memories.map(spokenMemory).join('; ')
  return {
    text: `${upperFirst(told.day)} you told me that ${list}.`,
    confidence: 0.85,
    used: told.memories.map(used),
  }
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
  if (
    !/\bwhat do you (?:know|remember) about me\b|\bwhat (?:do you (?:know|remember)|have i told you)(?: so far)?\?*$|\btell me (?:something|what you know) about (?:me|myself)\b|\bwhat have i told you\b/i.test(
      question,
    )
  )
    return null
  const some = memories.filter(({ superseded }) => !superseded).slice(0, 5)
  if (some.length === 0)
    return {
      text: 'Nothing that comes to mind just now. Ask me about somebody or something.',
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

const named =
  /\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|\p{Lu}\p{L}+['’]s) (?:\p{Ll}+ )?(?<role>\p{Ll}+)(?:,| is| was| is called| was called| called| named|['’]s name is| who is)*,? (?<name>\p{Lu}[\p{L}'’-]+)/gu
const roleAfter = /\b(?<name>\p{Lu}[\p{L}'’-]+) is (?:my|our) (?:\p{Ll}+ )?(?<role>\p{Ll}+)/gu

/** By which other word somebody goes: who "my sister Anna" is, by what was told. */
function otherNames(memories: readonly Recalled[]): (word: string) => readonly string[] {
  const pairs = memories.flatMap(({ content }) =>
    [...content.matchAll(named), ...content.matchAll(roleAfter)].map(({ groups }) => [
      (groups?.['name'] ?? '').replace(/['’]s$/, ''),
      groups?.['role'] ?? '',
    ]),
  )
  return (word) =>
    pairs.flatMap(([name = '', role = '']) => {
      if (name === word) return [role]
      return role === word.toLowerCase() ? [name] : []
    })
}
