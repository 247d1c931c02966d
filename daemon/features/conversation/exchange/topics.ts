import { thingsIn } from '../../../language/en/sentences.ts'
import type { Conversations } from '../store.ts'
import { namesIn } from '../understanding/names.ts'

export interface TopicWeight {
  readonly name: string
  /** 0 to 1. */
  readonly weight: number
}

/** What is left of a weight after each message that does not speak of it. */
const fade = 0.8
/** What a mention adds, of what is missing to 1. */
const rise = 0.6
/** Below this a topic is over. */
const least = 0.08
const maxTopics = 20

/** The weights after a message that speaks of these: they rise towards 1, all else fades. */
export function topicsAfter(before: readonly TopicWeight[], spoken: readonly string[]): TopicWeight[] {
  const weights = new Map(before.map(({ name, weight }) => [name, weight * fade]))
  for (const name of spoken) {
    const weight = weights.get(name) ?? 0
    weights.set(name, weight + (1 - weight) * rise)
  }
  return [...weights]
    .map(([name, weight]) => ({ name, weight }))
    .filter(({ weight }) => weight >= least)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxTopics)
}

/** What a message is about: the people and things that it names, at most as many as topics are kept. */
export function topicsOf(text: string): string[] {
  return [...new Set([...namesIn(text), ...thingsIn(text)])].slice(0, maxTopics)
}

/** So many of the newest messages say what a conversation is about. */
const considered = 40

/**
 * What a conversation is about, by what its member has said there and is not off the record, the weightiest first; `without`
 * is left out.
 */
export const topicsNow = (
  conversations: Pick<Conversations, 'latest'>,
  member: string,
  conversation_uuid: string,
  without: string | null = null,
): TopicWeight[] =>
  conversations
    .latest(member, conversation_uuid, considered)
    .filter(
      ({ role, off_record, message_uuid }) => role === 'user' && !off_record && message_uuid !== without,
    )
    .reduceRight<TopicWeight[]>((before, { content }) => topicsAfter(before, topicsOf(content)), [])
