import type { CreateEmbeddingResponse } from 'openai/resources/embeddings'
import { estimateTokenCount } from 'tokenx'
import { type Static, Type } from 'typebox'
import type { Answer } from '../../gateway/declared.ts'
import { Failure, failure, invalidRequest } from '../../kernel/errors.ts'
import { compileInput } from '../../kernel/validate.ts'
import { model } from './completion.ts'

/** What makes the vectors. */
export const embedding = 'models.embed'

const UnknownModel = failure('NOT_FOUND', 'there is no such embedding model here', 'model_not_found')

const EmbeddingRequest = Type.Object({
  input: Type.Union([Type.String(), Type.Array(Type.String())]),
  model: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  encoding_format: Type.Optional(Type.Enum(['float', 'base64'])),
  dimensions: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
})

const assertRequest = compileInput(EmbeddingRequest)

/** What a program wants the vectors of, and how. */
interface EmbeddingRequest {
  readonly texts: readonly string[]
  /** An embedding model of this machine; undefined for the one that comes with Companion. */
  readonly model: string | undefined
  readonly base64: boolean
  readonly dimensions: number | undefined
}

/** Reads the body of a request for embeddings; `companion` is the model that comes with it. Throws 400. */
export function readEmbeddingRequest(body: unknown): EmbeddingRequest {
  assertRequest(body)
  // It has just been validated.
  const { input, model: asked, encoding_format, dimensions } = body as Static<typeof EmbeddingRequest>
  return {
    texts: typeof input === 'string' ? [input] : input,
    model: asked === model ? undefined : asked,
    base64: encoding_format === 'base64',
    dimensions: dimensions ?? undefined,
  }
}

/** What is wrong with the operation that made the vectors, in the names of the request. */
export function embeddingFailure(error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  const { code, details } = error
  if (code === 'NOT_FOUND') return UnknownModel({ field: 'model' })
  const { field, reason } = details
  if (code !== 'INVALID_REQUEST' || typeof field !== 'string' || !field.startsWith('texts')) return error
  return invalidRequest(field.replace('texts', 'input'), String(reason))
}

/** The vectors, as OpenAI shapes them. Throws 400 where they are to have another length than they have. */
export function embeddings(
  { texts, base64, dimensions }: EmbeddingRequest,
  { model, dimension, vectors }: Answer<typeof embedding>,
): Omit<CreateEmbeddingResponse, 'data'> & { data: object[] } {
  if (dimensions !== undefined && dimensions !== dimension)
    throw invalidRequest('dimensions', `may only be ${dimension} with the model ${model}`)
  const tokens = texts.reduce((sum, text) => sum + estimateTokenCount(text), 0)
  return {
    object: 'list',
    model,
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: base64 ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector,
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}
