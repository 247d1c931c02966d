import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Id, Moment, nullable } from '../../../kernel/schema.ts'
import { type Imported, isObject, type Json, type Skipped } from '../formats/imported.ts'
import { memoryOf } from '../formats/companion.ts'
import { type ArchiveHead, type ArchiveProblem, openArchive } from './format.ts'

const unit = Type.Number({ minimum: 0, maximum: 1 })
const filled = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
/** More than any message has. */
const Said = Type.String({ maxLength: 100_000 })
const Ids = Type.Array(Id, { maxItems: 1_000 })
const Record = Type.Record(Type.String(), Type.Unknown())

// What the columns may hold is said here too: the schema of the database is more than a thread that reads a file has to load.
const Traits = Type.Object({
  openness: unit,
  conscientiousness: unit,
  extraversion: unit,
  agreeableness: unit,
  neuroticism: unit,
})

const Conversation = Type.Object({
  type: Type.Literal('conversation'),
  conversation_uuid: Id,
  started_at: Moment,
  last_message_at: nullable(Moment),
  cleared_at: nullable(Moment),
  title: nullable(filled(200)),
})

const Change = Type.Object({
  kind: Type.Enum([
    'remembered',
    'corrected',
    'forgot',
    'remembering_stopped',
    'remembering_resumed',
    'reminder_made',
    'reminder_moved',
    'reminder_renamed',
    'reminder_done',
    'reminder_cancelled',
  ]),
  memory_uuids: Ids,
  goal_uuids: Ids,
  due_before: Type.Array(nullable(Type.Number()), { maxItems: 1_000 }),
  titles_before: Type.Optional(Type.Array(Type.String(), { maxItems: 1_000 })),
  repeats_before: Type.Optional(Type.Array(nullable(Type.String()), { maxItems: 1_000 })),
  undone_at: nullable(Moment),
})

const Message = Type.Object({
  type: Type.Literal('message'),
  message_uuid: Id,
  conversation_uuid: Id,
  role: Type.Enum(['user', 'companion']),
  content: Said,
  context: Record,
  emotion: filled(100),
  confidence: unit,
  engine: nullable(filled(500)),
  degraded: Type.Boolean(),
  memories_used: Type.Array(
    Type.Object({ memory_uuid: Id, content: Said, why: Type.String({ maxLength: 1_000 }) }),
    {
      maxItems: 1_000,
    },
  ),
  reply_to: nullable(Id),
  created_at: Moment,
  changes: Type.Array(Change, { maxItems: 1_000 }),
})

const Goal = Type.Object({
  type: Type.Literal('goal'),
  goal_uuid: Id,
  title: filled(200),
  description: nullable(Type.String({ maxLength: 2_000 })),
  origin: Type.Enum(['user', 'companion']),
  status: Type.Enum(['suggested', 'active', 'paused', 'completed', 'cancelled']),
  priority: Type.Enum(['low', 'medium', 'high']),
  progress: unit,
  autonomy: Type.Enum(['notify', 'ask', 'act']),
  due_at: nullable(Moment),
  next_run_at: nullable(Moment),
  repeats: nullable(filled(300)),
  noticed: nullable(filled(500)),
  created_at: Moment,
  updated_at: Moment,
})

const name = filled(100)

const Personality = Type.Object({
  type: Type.Literal('personality'),
  ...Traits.properties,
  companion_name: name,
})

const Snapshot = Type.Object({
  type: Type.Literal('personality_snapshot'),
  snapshot_uuid: Id,
  label: nullable(filled(200)),
  traits: Traits,
  companion_name: name,
  created_at: Moment,
})

const Preferences = Type.Object({ type: Type.Literal('preferences'), preferences: Record })

/** What a memory has beside that which every import reads. */
const MemoryExtras = Type.Object({
  confidence: unit,
  strength: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  message_uuid: nullable(Id),
})

/** The lines that are taken in as they are, by their type. */
const taken = {
  preferences: Preferences,
  personality: Personality,
  personality_snapshot: Snapshot,
  conversation: Conversation,
  message: Message,
  goal: Goal,
} satisfies { [type: string]: TObject }

type TakenType = keyof typeof taken
export type TakenLine = { [Type in TakenType]: Static<(typeof taken)[Type]> }[TakenType]
export type LineOf<Type extends TakenType> = Static<(typeof taken)[Type]>

export interface ArchivedMemory {
  readonly type: 'memory'
  readonly memory: Imported & Partial<Static<typeof MemoryExtras>>
}

export type ArchiveRecord = TakenLine | ArchivedMemory

export interface ArchiveContent {
  readonly head: ArchiveHead
  readonly records: readonly ArchiveRecord[]
  /** How many lines of which type are in it that no import brings back. */
  readonly left_out: Readonly<Record<string, number>>
  /** Lines that are none of their type. */
  readonly skipped: readonly Skipped[]
}

/** The longest memory, in characters. */
const maxMemoryLength = 8_000

/** Reads an archive, or says what is wrong with it. */
export function readArchive(text: string): ArchiveContent | { readonly problem: ArchiveProblem } {
  const opened = openArchive(text)
  if ('problem' in opened) return opened
  const { head, lines } = opened
  const records: ArchiveRecord[] = []
  const left_out: Record<string, number> = {}
  const skipped: Skipped[] = []
  for (const [at, line] of lines.entries()) {
    const type = isObject(line) ? line['type'] : undefined
    if (typeof type === 'string' && type !== 'memory' && !isTaken(type))
      left_out[type] = (left_out[type] ?? 0) + 1
    else {
      const record = isObject(line) ? recordOf(line) : null
      if (record) records.push(record)
      else skipped.push({ place: `line ${at + 2}`, reason: 'not_understood' })
    }
  }
  const [messages, memories] = (['message', 'memory'] as const).map((type) =>
    records.filter((one) => one.type === type),
  )
  const others = records.filter(({ type }) => type !== 'message' && type !== 'memory')
  // The newest message first, as each one comes to stand before all that are there. Memories are the last: where there is no
  // room for all of them, the rest is in.
  const ordered = [...others, ...(messages ?? []).toReversed(), ...(memories ?? [])]
  return { head, records: ordered, left_out, skipped }
}

const isTaken = (type: unknown): type is TakenType => typeof type === 'string' && Object.hasOwn(taken, type)

function recordOf(line: Json): ArchiveRecord | null {
  const { type } = line
  if (isTaken(type))
    return Value.Check(taken[type], line) ? (Value.Clean(taken[type], line) as TakenLine) : null
  const { content } = line
  if (typeof content !== 'string' || content.trim() === '' || content.length > maxMemoryLength) return null
  const memory = memoryOf(line, content)
  if (memory.memory_uuid === undefined) return null
  const extras = Value.Check(MemoryExtras, line)
    ? { confidence: line.confidence, strength: line.strength, message_uuid: line.message_uuid }
    : {}
  return { type: 'memory', memory: { ...plainMemory, ...memory, ...extras } }
}

const plainMemory = {
  told_at: null,
  conversation: null,
  speaker: null,
  by_assistant: false,
  tags: [],
}
