import { type Static, Type } from 'typebox'
import { listOf } from '../../kernel/paging.ts'
import { closed } from '../../kernel/schema.ts'

export const Target = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }, closed)

export const ModelState = Type.Enum(['embedded', 'missing', 'downloading', 'ready', 'failed'])
export type ModelState = Static<typeof ModelState>

export const Model = Type.Object(
  {
    id: Type.String(),
    purpose: Type.Enum(['embedding', 'reranking', 'chat'], {
      description:
        'whether it makes the vectors that memories are found with, reads the best of what was found once more, or writes replies',
    }),
    title: Type.String(),
    language: Type.String({ description: 'BCP 47' }),
    recommended: Type.Boolean({ description: 'the one to take' }),
    dimension: Type.Union([Type.Integer(), Type.Null()], {
      description: 'how long a vector is; null where it makes none',
    }),
    max_tokens: Type.Integer({ description: 'how much of a text counts; 0 where that is not known' }),
    repository: Type.Union([Type.String(), Type.Null()], {
      description: 'where it comes from; null where it was made for Companion',
    }),
    revision: Type.Union([Type.String(), Type.Null()]),
    licence: Type.String(),
    attribution: Type.String(),
    trained_on: Type.Array(Type.String()),
    state: ModelState,
    progress: Type.Object({
      bytes: Type.Integer({ description: 'on this machine' }),
      total: Type.Integer(),
    }),
    bytes_per_second: Type.Union([Type.Integer(), Type.Null()], {
      description: 'how fast it comes, by the last 5 s; null until that is known',
    }),
    seconds_left: Type.Union([Type.Integer(), Type.Null()], {
      description: 'how long it takes at that speed',
    }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'why the download failed' }),
  },
  { $id: 'EmbeddingModel' },
)
export type Model = Static<typeof Model>

export const ModelPage = listOf(Model)

export const Texts = Type.Object(
  {
    texts: Type.Array(Type.String({ minLength: 1, maxLength: 32_000 }), { minItems: 1, maxItems: 2_048 }),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'the id of one that is on this machine; the one that comes with Companion where it is left out',
      }),
    ),
    purpose: Type.Optional(
      Type.Enum(['query', 'passage'], {
        default: 'passage',
        description: 'whether others are to be found with the vector, or the text by it',
      }),
    ),
  },
  closed,
)

export const Vectors = Type.Object({
  model: Type.String(),
  dimension: Type.Integer(),
  vectors: Type.Array(Type.Array(Type.Number()), { description: 'of length 1, one for each text' }),
})
