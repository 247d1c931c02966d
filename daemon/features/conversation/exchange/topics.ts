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
  const weights = new Map<string, number>()
  for (const { name, weight } of before) weights.set(name, weight * fade)
  for (const name of spoken) {
    const weight = weights.get(name) ?? 0
    weights.set(name, weight + (1 - weight) * rise)
  }
  const left: TopicWeight[] = []
  for (const [name, weight] of weights) if (weight >= least) left.push({ name, weight })
  return left.toSorted((a, b) => b.weight - a.weight).slice(0, maxTopics)
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
  const reading = openReading(known)
  for (const message of messages) reading.read(message)
  return reading.topics()
}

/** A message as it is read for its topics. */
interface ReadMessage {
  readonly text: string
  /** As they are written, in their order. */
  readonly words: readonly string[]
  /** What is written as a name is. */
  readonly names: ReadonlySet<string>
}

/** Reads messages, one after another, and says what they are about so far. */
function openReading(known: TopicContext) {
  const people = openPeople(known)
  const things = openThings()
  let topics: TopicWeight[] = []
  return {
    read: (message: string): void => {
      const text = message.slice(0, maxRead)
      const read = { text, words: writtenWords(text), names: namesIn(text) }
      const spoken = people.of(read)
      for (const key of things.after(read)) if (!people.isOne(key)) spoken.push(key)
      topics = topicsAfter(topics, spoken.slice(0, maxTopics))
    },
    topics: (): TopicWeight[] => {
      const written: TopicWeight[] = []
      for (const { name, weight } of topics)
        written.push({ name: things.spellings.get(name) ?? name, weight })
      return written
    },
  }
}

function openThings() {
  const spellings = new Map<string, string>()
  const mentions = new Map<string, number>()
  const asked = new Set<string>()
  const note = (word: string, isAsked: boolean) => {
    const key = topicKey(word)
    if (!spellings.has(key)) spellings.set(key, word)
    if (isAsked) asked.add(key)
  }
  return {
    /** How each is written, by its key. */
    spellings: spellings as ReadonlyMap<string, string>,
    /** Those that are topics and that this message, the next one, speaks of. */
    after: ({ text, words, names }: ReadMessage): Iterable<string> => {
      for (const thing of thingsIn(text)) note(thing.word, thing.asked)
      for (const name of names) if (isTopicWord(name)) note(name, false)
      const keys = words.map(topicKey)
      for (const [at, key] of keys.entries()) {
        mentions.set(key, (mentions.get(key) ?? 0) + 1)
        const word = words[at] ?? ''
        // Only what is always written large is a name.
        if (/^\p{Lu}/u.test(spellings.get(key) ?? '') && /^\p{Ll}/u.test(word)) spellings.set(key, word)
      }
      const spoken = new Set<string>()
      for (const key of keys)
        if (spellings.has(key) && (asked.has(key) || (mentions.get(key) ?? 0) >= minMentions)) spoken.add(key)
      return spoken
    },
  }
}

/** The people and pets that messages speak of, by their names; by what they are to the member where that is all that is known. */
function openPeople({ member, people, companion_name }: TopicContext) {
  const named: string[] = []
  /** The names of the member's own by what they are to them; null where one is not known. */
  const relations = new Map<string, (string | null)[]>()
  const own = new Set(writtenWords(companion_name).map(topicKey))
  for (const { name, relation, family_member_uuid } of people) {
    if (name !== null) {
      named.push(name)
      for (const word of writtenWords(name)) own.add(topicKey(word))
    }
    if (family_member_uuid !== member) continue
    const others = relations.get(relation ?? '')
    if (others) others.push(name)
    else relations.set(relation ?? '', [name])
  }
  return {
    of: ({ text, words, names }: ReadMessage): string[] => {
      const large = new Set<string>()
      for (const name of names) large.add(name.toLowerCase())
      const all = ` ${words.join(' ').toLowerCase()} `
      const spoken = new Set<string>()
      for (const name of named) {
        const called = name.toLowerCase()
        // "Will you" and "in May" are of nobody.
        if (all.includes(` ${called} `) && (isTopicWord(name) || large.has(called))) spoken.add(name)
      }
      for (const relation of spokenOf(text).relations) {
        const [one, ...others] = relations.get(relation) ?? []
        if (one !== undefined) spoken.add(others.length === 0 ? (one ?? relation) : relation)
      }
      return [...spoken]
    },
    /** Whether a word is somebody's name, or says who they are. */
    isOne: (key: string): boolean => own.has(key) || relations.has(relationOf(key)),
  }
}

/** So many of the newest messages say what a conversation is about. */
const considered = 40

interface TopicsDependencies {
  readonly conversations: Pick<Conversations, 'latest'>
  readonly ports: Pick<Ports, 'memory' | 'companionName'>
}

/** What a conversation is about, the weightiest first; `before` is what it was about before the message that is asked for. */
interface ConversationTopics {
  readonly now: TopicWeight[]
  readonly before: TopicWeight[]
}

/** What a conversation is about, by what its member has said there and is not off the record. */
export type Topics = (member: string, conversation_uuid: string, newest?: string) => ConversationTopics

export function openTopics({ conversations, ports }: TopicsDependencies): Topics {
  return (member, conversation_uuid, newest) => {
    const people = ports.memory.people(member)
    const reading = openReading({ member, companion_name: ports.companionName(member), people })
    let before: TopicWeight[] | null = null
    for (const message of conversations.latest(member, conversation_uuid, considered).toReversed()) {
      if (message.message_uuid === newest) before = reading.topics()
      if (message.role === 'user' && !message.off_record) reading.read(message.content)
    }
    const now = reading.topics()
    return { now, before: before ?? now }
  }
}
