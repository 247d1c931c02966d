import { type Static, Type } from 'typebox'
import { closed, Id, Moment, nullable } from '../../kernel/schema.ts'
import { formats } from './formats/formats.ts'
import { skipReasons } from './formats/imported.ts'
import { importErrors } from './tables.ts'

const Format = Type.Enum([...formats])
const name = { minLength: 1, maxLength: 200, pattern: '\\S' }
const place = Type.String({ description: 'such as line 12, or conversations[3].messages[4]' })

export const Import = Type.Object(
  {
    import_uuid: Id,
    state: Type.Enum(['draft', 'running', 'done', 'failed', 'undone']),
    format: nullable(Format),
    source_name: nullable(Type.String()),
    received: Type.Integer({ description: 'how many characters of the file have come' }),
    total: nullable(Type.Integer({ description: 'how many memories it holds; null until it is read' })),
    done: Type.Integer(),
    stored: Type.Integer({ description: 'how many were new' }),
    merged: Type.Integer({ description: 'how many were known already' }),
    skipped: Type.Integer({ description: 'what of the file is no memory' }),
    error: nullable(
      Type.Enum([...importErrors], { description: 'why it failed; what it has stored by then stays' }),
    ),
    created_at: Moment,
    finished_at: nullable(Moment),
  },
  { $id: 'Import' },
)
export type Import = Static<typeof Import>

const reading = {
  format: Type.Optional(
    Type.Enum([...formats], { description: 'found by what is in the file where it is not given' }),
  ),
  roles: Type.Optional(
    Type.Enum(['own', 'all'], {
      default: 'own',
      description: 'whether what assistants said is kept too, with who said it',
    }),
  ),
}
const storing = {
  visibility: Type.Optional(
    Type.Enum(['private', 'household'], {
      description: 'of all; where it is not given as the file says, else private',
    }),
  ),
  source_name: Type.Optional(Type.String({ ...name, description: 'what it is called, such as the file' })),
}

export const Preview = Type.Object(
  {
    format: Format,
    memories: Type.Integer({ description: 'how many would be stored, or are known already' }),
    by_assistants: Type.Integer({
      description: 'how many were said by an assistant, which are left out unless `roles` is `all`',
    }),
    conversations: Type.Integer(),
    from: nullable(Moment),
    to: nullable(Moment),
    household: Type.Integer({ description: 'how many the file says the household may see' }),
    sample: Type.Array(
      Type.Object({
        content: Type.String(),
        told_at: nullable(Moment),
        speaker: nullable(Type.String()),
        tags: Type.Array(Type.String()),
      }),
      { maxItems: 10 },
    ),
    skipped: Type.Array(Type.Object({ place, reason: Type.Enum([...skipReasons]) }), {
      maxItems: 20,
      description: 'the first of what is no memory, and why',
    }),
    skipped_total: Type.Integer(),
    archive: nullable(
      Type.Object(
        {
          full_name: Type.String({ description: 'whose it is' }),
          made_at: Moment,
          taken: Type.Record(Type.String(), Type.Integer(), {
            description: 'how many of which type would be stored, or are known already',
          }),
          left_out: Type.Record(Type.String(), Type.Integer(), {
            description: 'how many of which type no import brings back',
          }),
        },
        { description: 'of an archive, which holds more than memories' },
      ),
    ),
  },
  { $id: 'ImportPreview' },
)
export type Preview = Static<typeof Preview>

const Text = Type.String({ minLength: 1, maxLength: 250_000 })

export const Creation = Type.Object(
  {
    text: Type.String({ ...Text, description: 'the file, or its first part' }),
    more: Type.Optional(
      Type.Boolean({ default: false, description: 'parts follow: nothing is stored before it is started' }),
    ),
    preview: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'tells what is in it, and stores nothing until it is started',
      }),
    ),
    ...reading,
    ...storing,
  },
  closed,
)
export const Created = Type.Object({ import: Import, preview: nullable(Preview) })

export const Part = Type.Object(
  {
    id: Id,
    position: Type.Integer({
      minimum: 0,
      maximum: 2 ** 31,
      description: 'how many characters stand before it',
    }),
    text: Text,
  },
  closed,
)
export const Look = Type.Object({ id: Id, ...reading }, closed)
export const Start = Type.Object({ id: Id, ...reading, ...storing }, closed)
export const ById = Type.Object({ id: Id }, closed)
export const ImportResult = Type.Object({ import: Import })
export const Undone = Type.Object({
  import: Import,
  forgotten: Type.Integer({ description: 'how many memories' }),
  restorable_until: Moment,
})

export const Export = Type.Object(
  {
    format: Type.Optional(Type.Enum(['jsonl', 'markdown'], { default: 'jsonl' })),
    after: Type.Optional(
      Type.String({ pattern: '^\\d{1,15}$', description: 'where the part before it ended: its `next`' }),
    ),
  },
  closed,
)
export const Exported = Type.Object({
  text: Type.String({ description: 'the next part of the file' }),
  memories: Type.Integer({ description: 'how many are in it' }),
  total: Type.Integer({ description: 'how many there are in all' }),
  next: nullable(Type.String({ description: 'null after the last part' })),
})

export const Archive = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: '^[\\da-f-]{36}\\.\\d{1,9}$',
        description: 'where the part before it ended: its `next`',
      }),
    ),
  },
  closed,
)
export const ArchivePart = Type.Object({
  text: Type.String({ description: 'the next part of the file' }),
  lines: Type.Integer({ description: 'how many are in it' }),
  total: Type.Integer({ description: 'how many there are in all, about' }),
  next: nullable(Type.String({ description: 'null after the last part' })),
})
