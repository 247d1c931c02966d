import { type Static, type TSchema, Type } from 'typebox'
import { paging } from '../../kernel/paging.ts'
import { closed, Id, Moment, nullable } from '../../kernel/schema.ts'
import { memoryKinds } from './tables.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })
const Kind = Type.Enum([...memoryKinds])
const Visibility = Type.Enum(['private', 'household'])
const moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

export const Memory = Type.Object(
  {
    memory_uuid: Id,
    family_member_uuid: Id,
    content: Type.String(),
    kind: Kind,
    importance: Share,
    tags: Type.Array(Type.String()),
    visibility: Visibility,
    source: Type.Object({
      actor: Type.Enum(['user', 'conversation', 'import']),
      conversation_uuid: nullable(Id),
      message_uuid: nullable(Id),
      speaker: nullable(Type.String()),
      source_name: nullable(Type.String()),
    }),
    confidence: Share,
    pinned: Type.Boolean(),
    valid_from: Moment,
    valid_to: nullable(Moment),
    superseded_by: nullable(Id),
    created_at: Moment,
    updated_at: Moment,
    last_accessed_at: Moment,
  },
  { $id: 'Memory' },
)
export type Memory = Static<typeof Memory>

const name = { minLength: 1, maxLength: 200, pattern: '\\S' }
const Content = Type.String({ minLength: 1, maxLength: 8_000, pattern: '\\S' })
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20, uniqueItems: true })

export const NewMemory = Type.Object(
  {
    content: Content,
    kind: Type.Optional(Kind),
    importance: Type.Optional(Share),
    tags: Type.Optional(Tags),
    visibility: Type.Optional(Visibility),
    pinned: Type.Optional(Type.Boolean()),
    memory_uuid: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'chosen by who imports it, so that it may be sent again safely',
      }),
    ),
    told_at: moment('when it was told: in the past, since 1970'),
    conversation_uuid: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'where it was told: what stands beside it there is found with it',
      }),
    ),
    speaker: Type.Optional(Type.String({ ...name, description: 'who said it, where that was not you' })),
    source_name: Type.Optional(
      Type.String({ ...name, description: 'what it was taken from, such as a file' }),
    ),
  },
  closed,
)
export type NewMemory = Static<typeof NewMemory>

export const MemoryChange = Type.Object(
  {
    id: Id,
    content: Type.Optional(Content),
    kind: Type.Optional(Kind),
    importance: Type.Optional(Share),
    tags: Type.Optional(Tags),
    visibility: Type.Optional(Visibility),
    pinned: Type.Optional(Type.Boolean()),
  },
  { ...closed, minProperties: 2 },
)

export const ById = Type.Object({ id: Id }, closed)
export const MemoryResult = Type.Object({ memory: Memory })
export const Stored = Type.Object({
  memory: Memory,
  merged: Type.Boolean({ description: 'whether it was known already' }),
})

export const ModelChange = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 64 }),
    download: Type.Optional(
      Type.Boolean({ default: false, description: 'fetch it first where it is not on this machine' }),
    ),
  },
  closed,
)
export const ModelState = Type.Object({
  model: Type.String(),
  next: nullable(
    Type.Object({
      model: Type.String(),
      done: Type.Integer(),
      total: Type.Integer(),
      error: nullable(Type.String()),
    }),
  ),
})

export const Check = Type.Object({
  whole: Type.Boolean(),
  memories: Type.Integer(),
  without_vector: Type.Integer(),
  vectors_of_nothing: Type.Integer(),
  circles: Type.Integer({ description: 'circles in which memories took each other’s place' }),
})
export const Repair = Type.Object({ before: Check, after: Check })

const few = <T extends TSchema>(items: T, description: string) =>
  Type.Array(items, { maxItems: 50, description })
export const Checkup = Type.Object({
  checked: Type.Integer({
    description: 'how many were compared with all others for duplicates, the newest first: at most 2,000',
  }),
  duplicates: few(
    Type.Object({
      memories: Type.Array(Memory, {
        minItems: 2,
        description: 'those that say nearly the same, newest first',
      }),
      similarity: Type.Number({ description: 'the least cosine of one and the others' }),
    }),
    'the most alike first',
  ),
  stale: few(Memory, 'faded, and not used for 180 days; the longest unused first'),
  never_used: few(Memory, 'never found or used in more than 30 days; the longest unused first'),
  totals: Type.Object(
    { duplicates: Type.Integer(), stale: Type.Integer(), never_used: Type.Integer() },
    { description: 'how many there are of each, also beyond what is listed' },
  ),
})

const filter = {
  kind: Type.Optional(Kind),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  created_after: moment('lower bound on the time of creation'),
  created_before: moment('upper bound on the time of creation'),
  visibility: Type.Optional(Visibility),
}
const pinned = Type.Optional(Type.Boolean({ description: 'only those that are pinned, or that are not' }))
const history = Type.Optional(
  Type.Boolean({ default: false, description: 'also those that a newer one has taken the place of' }),
)
export const Recent = Type.Object(
  {
    ...paging,
    ...filter,
    pinned,
    history,
    order: Type.Optional(
      Type.Enum(['important', 'newest'], { default: 'important', description: '`newest`: by time alone' }),
    ),
  },
  closed,
)
export type Recent = Static<typeof Recent>

export const Forgetting = Type.Object(
  {
    memory_uuids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true })),
    ...filter,
    preview: Type.Optional(
      Type.Boolean({ default: false, description: 'tells what would be forgotten, and forgets nothing' }),
    ),
  },
  { ...closed, description: 'memory_uuids, or a filter' },
)
export type Forgetting = Static<typeof Forgetting>
export const Forgotten = Type.Object({
  items: Type.Array(Memory),
  total: Type.Integer(),
  preview: Type.Boolean(),
  restorable_until: Moment,
})

export const Search = Type.Object(
  {
    q: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 10 })),
    ...filter,
    pinned,
    history,
  },
  closed,
)
export type Search = Static<typeof Search>

export const FoundMemory = Type.Object(
  {
    memory: Memory,
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'how likely it is to answer: the best first',
    }),
    match: Type.Object({
      semantic: Type.Number({ description: 'cosine of the meanings, -1 to 1' }),
      keyword: Type.Number({
        description: 'by its words (BM25): 1 where it has all that tell something',
      }),
      context: Type.Number({ description: 'what it was said beside adds to it' }),
    }),
    why: Type.String({ description: 'the score in plain words' }),
  },
  { $id: 'FoundMemory' },
)
export type FoundMemory = Static<typeof FoundMemory>

export const SearchResult = Type.Object({
  items: Type.Array(FoundMemory),
  total: Type.Integer(),
  confident: Type.Boolean({
    description: 'whether the first is likely to answer; without one, nothing does',
  }),
})
export type SearchResult = Static<typeof SearchResult>
