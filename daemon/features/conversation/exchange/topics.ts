import { spokenOf } from '../../../language/en/facts/asking.ts'
import { relationOf } from '../../../language/en/facts/facts.ts'
import { isTopicWord, thingsIn, topicKey, writtenWords } from '../../../language/en/topics.ts'
import type { Person } from '../../../language/person.ts'
import type { Ports } from '../ports.ts'
import type { Conversations } from '../store.ts'
import { namesIn } from '../../../language/en/sentences.ts'

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
function topicsAfter(before: readonly TopicWeight[], spoken: readonly string[]): TopicWeight[] {
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

/** Who may be spoken of. */
export interface TopicContext {
  readonly member: string
  /** Whom the member has told of, and others with the household: they are a topic at once. */
  readonly people: readonly Person[]
  /** Who is only spoken to. */
  readonly companion_name: string
}

/** How often a thing is said until it is a topic, unless it is asked about. */
const minMentions = 2
/** What a long message is about shows at its beginning; in characters. */
const maxRead = 2_000

/**
 * What messages are about, in their order: people and pets that are known at once, a thing once it was said twice or was
 * asked about. The weightiest first.
 */
export function topicsOver(messages: readonly string[], known: TopicContext): TopicWeight[] {
  const peopleIn = openPeople(known)
  const things = openThings()
  let topics: TopicWeight[] = []
  for (const message of messages) {
    const text = message.slice(0, maxRead)
    const people = peopleIn.of(text)
    const spoken = things.after(text).filter((key) => !peopleIn.isOne(key))
    topics = topicsAfter(topics, [...people, ...spoken].slice(0, maxTopics))
  }
  return topics.map(({ name, weight }) => ({ name: things.spelling(name), weight }))
}

/** The things that messages speak of, one after another. */
function openThings() {
  const spellings = new Map<string, string>()
  const mentions = new Map<string, number>()
  const asked = new Set<string>()
  return {
    /** Those that are topics and that this message, the next one, speaks of. */
    after: (text: string): string[] => {
      const words = writtenWords(text)
      const all = [...thingsIn(text), ...[...namesIn(text)].map((word) => ({ word, asked: false }))]
      for (const thing of all.filter(({ word }) => isTopicWord(word))) {
        const key = topicKey(thing.word)
        if (!spellings.has(key)) spellings.set(key, thing.word)
        if (thing.asked) asked.add(key)
      }
      for (const word of words) {
        const key = topicKey(word)
        mentions.set(key, (mentions.get(key) ?? 0) + 1)
        // Only what is always written large is a name.
        if (/^\p{Lu}/u.test(spellings.get(key) ?? '') && /^\p{Ll}/u.test(word)) spellings.set(key, word)
      }
      return [...new Set(words.map(topicKey))].filter(
        (key) => spellings.has(key) && (asked.has(key) || (mentions.get(key) ?? 0) >= minMentions),
      )
    },
    spelling: (key: string): string => spellings.get(key) ?? key,
  }
}

/** The people and pets that messages speak of, by their names; by what they are to the member where that is all that is known. */
function openPeople({ member, people, companion_name }: TopicContext) {
  const named = people.flatMap(({ name }) => (name === null ? [] : [name]))
  const own = people.filter(({ family_member_uuid }) => family_member_uuid === member)
  const relations = Map.groupBy(own, ({ relation }) => relation ?? '')
  const addressed = new Set(writtenWords(companion_name).map(topicKey))
  const ofNames = new Set(named.flatMap((name) => writtenWords(name).map(topicKey)))
  return {
    of: (text: string): string[] => {
      const large = new Set([...namesIn(text)].map((name) => name.toLowerCase()))
      const words = ` ${writtenWords(text).join(' ').toLowerCase()} `
      const called = named.filter(
        // "Will you" and "in May" are of nobody.
        (name) =>
          words.includes(` ${name.toLowerCase()} `) && (isTopicWord(name) || large.has(name.toLowerCase())),
      )
      const related = spokenOf(text).relations.flatMap((relation) => {
        const [one, ...others] = relations.get(relation) ?? []
        return one ? [others.length === 0 ? (one.name ?? relation) : relation] : []
      })
      return [...new Set([...called, ...related])]
    },
    /** Whether a word is somebody's name, or says who they are. */
    isOne: (key: string): boolean => addressed.has(key) || ofNames.has(key) || relations.has(relationOf(key)),
  }
}

/** So many of the newest messages say what a conversation is about. */
const considered = 40

interface TopicsDependencies {
  readonly conversations: Pick<Conversations, 'latest'>
  readonly ports: Pick<Ports, 'memory' | 'persona'>
}

/**
 * What a conversation is about, by what its member has said there and is not off the record, the weightiest first; a message
 * that is named `without` is left out.
 */
export type Topics = (member: string, conversation_uuid: string, without?: string) => TopicWeight[]

export function openTopics({ conversations, ports }: TopicsDependencies): Topics {
  return (member, conversation_uuid, without) => {
    const messages = conversations
      .latest(member, conversation_uuid, considered)
      .filter(
        ({ role, off_record, message_uuid }) => role === 'user' && !off_record && message_uuid !== without,
      )
      .map(({ content }) => content)
      .toReversed()
    if (messages.length === 0) return []
    const { companion_name } = ports.persona(member)
    return topicsOver(messages, { member, companion_name, people: ports.memory.people(member) })
  }
}
