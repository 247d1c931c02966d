import type { Done, Engine, Reply, Turn } from './exchange/engine.ts'
import { followUp } from './follow-ups.ts'
import { groundedAnswer } from './grounded-answer.ts'
import { intentNamed, intents } from './intents.ts'
import type { Intent } from './intent.ts'
import { knownAnswer } from './known-answers.ts'
import { maxQuestions } from './exchange/reading-limits.ts'
import { openSimilarity, type OpenSimilarity } from './similarity.ts'
import { isBrief } from './manner.ts'
import { spokenDate } from './moments.ts'
import type { Part } from './part.ts'
import { lowerFirst, toSecondPerson } from './person.ts'
import { spokenRule } from './repeating-spoken.ts'
import { acknowledge, fill, replyTo } from './wording.ts'

/** Turns texts into vectors, as the embedder does. */
type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>

/** The companion's own engine: always there, offline, and grounded in nothing but what it was told. */
export function openBuiltin(embed: Embed): Engine {
  const similarity = openSimilarity(embed)

  const say = async (done: Done, turn: Turn): Promise<Part | null> => {
    switch (done.kind) {
      case 'asked':
        return knownAnswer(done.question, turn) ?? groundedAnswer(done.question, turn, similarity)
      case 'kept': {
        const next = done.known || isBrief(turn) ? null : followUp(done.content)
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
      case 'no room':
        return { text: noRoomFor[done.for], confidence: 0.95 }
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
        const intent = intentNamed(done.intent)
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
      for (const done of withFewQuestions(ordered(turn.done))) {
        signal.throwIfAborted()
        const part = parts.length < maxParts ? await say(done, turn) : null
        if (part && !parts.some(({ text }) => text === part.text)) parts.push(part)
      }
      if (parts.length === 0) parts.push(await likelyIntent(turn, similarity))
      const chosen = turn.partly && !turn.done.some(isDanger) ? [...parts, theRest] : parts
      let first = true
      for (const { text } of chosen) {
        write(first ? text : ` ${text}`)
        first = false
      }
      return replyOf(chosen)
    },
  }
}

const noRoomFor = {
  memories:
    'I have no room left for that, so I have not kept it. Forget something, or ask an admin for more room.',
  goals:
    'You have as many goals as I may keep, so I have not noted that one. Complete or cancel another first.',
}
/** What a reply says at most, beside that there was more. */
const maxParts = 3
const theRest: Part = {
  text: 'The rest was more than I could read at once. Please tell me that again in smaller parts.',
  confidence: 0.2,
}

/** What was done, without more questions than are looked into. */
function withFewQuestions(done: readonly Done[]): Done[] {
  const asked = new Set(done.filter(({ kind }) => kind === 'asked').slice(0, maxQuestions))
  return done.filter((one) => one.kind !== 'asked' || asked.has(one))
}

/** Whether somebody may come to harm, by what they said. */
const isDanger = (one: Done) => one.kind === 'chat' && intentNamed(one.intent)?.urgent === true

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
    const intent = intentNamed(one.intent)
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

async function likelyIntent(turn: Turn, similarity: OpenSimilarity): Promise<Part> {
  const intent: Intent | null = await similarity.nearest(turn.content, intents)
  if (intent) return { text: replyTo(intent, turn), confidence: intent.confidence * 0.8 }
  return {
    text: fill(
      "I'm not sure that I understand, {name}. Tell me more, or ask me about something you told me.",
      turn,
    ),
    confidence: 0.3,
  }
}
