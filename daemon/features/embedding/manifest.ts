import { readFileSync } from 'node:fs'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { closed } from '../../kernel/schema.ts'
import { isPrivate } from '../../kernel/private-url.ts'

const ModelFile = Type.Object(
  {
    name: Type.String({ pattern: '^\\w(?!.*\\.\\.)[\\w.-]*\\.\\w+$' }),
    /** Below the repository's `base_url`. */
    url: Type.Optional(Type.String({ pattern: '^\\w[\\w./-]*$' })),
    bytes: Type.Integer({ minimum: 1, maximum: 2 ** 36 }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  closed,
)
export type ModelFile = Static<typeof ModelFile>

export const Pooling = Type.Enum(['in_graph', 'cls', 'mean'])

const Embedded = Type.Object({ kind: Type.Literal('embedded') }, closed)
const Repository = Type.Object(
  {
    kind: Type.Literal('repository'),
    repository: Type.String({ minLength: 1 }),
    revision: Type.String({ minLength: 1 }),
    base_url: Type.String({ pattern: '/$' }),
  },
  closed,
)

/** What the cosines of a model say of a search, as `npm run calibrate` finds it. */
const Calibration = Type.Object(
  {
    /** What a cosine counts against words, whose score is at most 1. */
    fusion_weight: Type.Number({ minimum: 0, maximum: 100 }),
    /** The cosine of two texts that have nothing to do with each other: it counts as none. */
    unrelated_cosine: Type.Number({ minimum: -1, exclusiveMaximum: 1 }),
    /** Of a logistic regression: how likely a memory answers the question. */
    probability: Type.Object(
      {
        intercept: Type.Number(),
        total: Type.Number(),
        behind: Type.Number(),
        lead: Type.Number(),
        unknown: Type.Number(),
      },
      closed,
    ),
    /** The least probability of the best hit at which an answer is sure of it. */
    confident: Type.Number({ minimum: 0, maximum: 1 }),
  },
  closed,
)

/** What a reranking model says of how likely a memory answers, as `npm run calibrate` finds it: a logistic regression. */
const RerankingCalibration = Type.Object(
  {
    intercept: Type.Number(),
    /** Of the log odds that the search gave it. */
    found: Type.Number(),
    /** Of what the model gives. */
    relevance: Type.Number(),
  },
  closed,
)

const ofEveryModel = {
  /** Stored with every vector, so that models are never mixed. */
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{0,63}$' }),
  title: Type.String({ minLength: 1 }),
  /** BCP 47. */
  language: Type.String({ minLength: 2 }),
  max_tokens: Type.Integer({ minimum: 2, maximum: 1_000_000 }),
  source: Type.Union([Embedded, Repository]),
  licence: Type.String({ minLength: 1 }),
  attribution: Type.String({ minLength: 1 }),
  trained_on: Type.Array(Type.String()),
  /** Whether it is the one to take where there is more than one. */
  recommended: Type.Optional(Type.Boolean()),
  files: Type.Array(ModelFile, { minItems: 1 }),
}

const EmbeddingEntry = Type.Object(
  {
    purpose: Type.Literal('embedding'),
    ...ofEveryModel,
    dimension: Type.Integer({ minimum: 1, maximum: 4_096 }),
    pooling: Pooling,
    special_tokens: Type.Boolean(),
    query_prefix: Type.String(),
    passage_prefix: Type.String(),
    calibration: Calibration,
  },
  closed,
)
/** A model that makes vectors of texts. */
export type EmbeddingEntry = Static<typeof EmbeddingEntry>

const RerankingEntry = Type.Object(
  { purpose: Type.Literal('reranking'), ...ofEveryModel, calibration: RerankingCalibration },
  closed,
)
/** A model that reads a question and a memory together: a BERT with one output, such as those that learned from MS MARCO. */
export type RerankingEntry = Static<typeof RerankingEntry>

const ChatEntry = Type.Object(
  {
    purpose: Type.Literal('chat'),
    ...ofEveryModel,
    /** How many parameters it has, in billions. */
    parameters: Type.Number({ exclusiveMinimum: 0 }),
  },
  closed,
)
/** A language model in one GGUF file, which writes replies; `max_tokens` is what it takes in and writes at once. */
export type ChatEntry = Static<typeof ChatEntry>

/** A model that Companion knows: all that sets it apart from others is here, so that a new one is an entry. */
export type ModelEntry = EmbeddingEntry | RerankingEntry | ChatEntry

const ManifestSchema = Type.Object({ models: Type.Array(Type.Unknown()) }, closed)

/**
 * The models that `file` names, in its order. Throws where one does not fit, has no `.onnx` file or no
 * `tokenizer.json`, or as a chat model no `.gguf` file, would be fetched from another machine without https, or where none comes with Companion.
 */
export function readManifest(file: string): readonly ModelEntry[] {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
  assertFits(ManifestSchema, manifest, file)
  const models: ModelEntry[] = []
  for (const entry of manifest.models) {
    const model = readEntry(entry, file)
    const wrong = problem(model, models)
    if (wrong !== null) throw new Error(`${file}: ${model.id} ${wrong}`)
    models.push(model)
  }
  if (!models.some(({ purpose, source }) => purpose === 'embedding' && source.kind === 'embedded')) {
    throw new Error(`${file}: no model is bundled`)
  }
  return models
}

function readEntry(entry: unknown, file: string): ModelEntry {
  if (Value.Check(Type.Object({ purpose: Type.Literal('reranking') }), entry)) {
    assertFits(RerankingEntry, entry, file)
    return entry
  }
  if (Value.Check(Type.Object({ purpose: Type.Literal('chat') }), entry)) {
    assertFits(ChatEntry, entry, file)
    return entry
  }
  assertFits(EmbeddingEntry, entry, file)
  return entry
}

function assertFits<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  file: string,
): asserts value is Static<Schema> {
  if (Value.Check(schema, value)) return
  const [error] = Value.Errors(schema, value)
  throw new Error(`${file}: ${error?.instancePath ?? ''} ${error?.message ?? 'does not fit'}`)
}

function problem({ id, purpose, source, files }: ModelEntry, before: readonly ModelEntry[]): string | null {
  if (before.some((other) => other.id === id)) return 'is there twice'
  const kind = purpose === 'chat' ? '.gguf' : '.onnx'
  if (files.filter(({ name }) => name.endsWith(kind)).length !== 1) return `must have one ${kind} file`
  if (purpose !== 'chat' && !files.some(({ name }) => name === 'tokenizer.json'))
    return 'must have a tokenizer.json'
  if (new Set(files.map(({ name }) => name)).size < files.length) return 'has two files of one name'
  if (source.kind === 'embedded') return null
  if (!isPrivate(source.base_url)) return 'must come over https'
  return files.some(({ url }) => url === undefined || url.includes('..'))
    ? 'has a file without a proper url'
    : null
}
