import { readFileSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { LoadableModel } from './jobs.ts'

export interface LoadedModel {
  /** Writes a unit vector for each text to `vectors`, one after another; a text without any token has a zero vector. */
  embed(texts: readonly string[], vectors: Float32Array): Promise<void>
  release(): Promise<void>
}

/** More threads, and threads that wait busily, are slower where other work shares the cores. */
const options: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
}

/** Loads a graph. Rejects where the file is broken. */
export function openSession({ onnx }: Pick<LoadableModel, 'onnx'>): Promise<InferenceSession> {
  return InferenceSession.create(onnx, options)
}

/** Loads a model. Rejects where a file is broken, or the graph is not one that takes tokens and gives vectors. */
export async function loadModel(model: LoadableModel): Promise<LoadedModel> {
  const tokenize = openTokenizer(model)
  const session = await openSession(model)
  const { dimension, pooling } = model
  const output = outputOf(session, pooling === 'in_graph' ? 2 : 3)

  return {
    embed: async (texts, vectors) => {
      const tokens = texts.map(tokenize)
      const filled = [...tokens.keys()].filter((index) => tokens[index]?.length)
      vectors.fill(0)
      if (filled.length === 0) return
      const rows = filled.map((index) => ({ ids: tokens[index] ?? [], types: null }))
      const width = widthOf(rows)
      const answer = await session.run(feedsOf(session.inputNames, rows))
      const states = answer[output]?.data
      if (!(states instanceof Float32Array)) throw new Error(`${model.id} does not give float32 vectors`)
      const stride = pooling === 'in_graph' ? dimension : width * dimension
      if (states.length !== rows.length * stride) throw new Error(`${model.id} has another dimension`)
      for (const [at, index] of filled.entries()) {
        const vector = vectors.subarray(index * dimension, (index + 1) * dimension)
        const length = pooling === 'in_graph' ? dimension : (rows[at]?.ids.length ?? 0) * dimension
        pool(states.subarray(at * stride, at * stride + length), pooling, vector)
      }
    },
    release: () => session.release(),
  }
}

/** The name of the output that has so many dimensions. Throws where there is none. */
export function outputOf({ outputNames, outputMetadata }: InferenceSession, rank: number): string {
  const index = outputMetadata.findIndex((output) => output.isTensor && output.shape.length === rank)
  const name = outputNames[index]
  if (name === undefined) throw new Error(`the model has no output of ${rank} dimensions`)
  return name
}

/** The tokens of a text; null for types stands for a text that has only one part. */
export interface Row {
  readonly ids: readonly number[]
  readonly types: readonly number[] | null
}

const widthOf = (rows: readonly Row[]) => Math.max(...rows.map(({ ids }) => ids.length))

/** What a graph takes for these texts, padded to the longest. Throws where it takes anything else. */
export function feedsOf(names: readonly string[], rows: readonly Row[]): Record<string, Tensor> {
  const width = widthOf(rows)
  const inputs: Record<string, (row: Row, column: number) => number> = {
    input_ids: ({ ids }, column) => ids[column] ?? 0,
    attention_mask: () => 1,
    token_type_ids: ({ types }, column) => types?.[column] ?? 0,
  }
  return Object.fromEntries(
    names.map((name) => {
      const value = inputs[name]
      if (!value) throw new Error(`the model requires the unknown input ${name}`)
      return [name, tensorOf(rows, width, value)]
    }),
  )
}

function tensorOf(rows: readonly Row[], width: number, value: (row: Row, column: number) => number) {
  const data = new BigInt64Array(rows.length * width)
  // Every token is below 2^31, so the lower half of each number is all there is to write; that spares a BigInt a token.
  const lower = new Int32Array(data.buffer)
  for (const [at, row] of rows.entries()) {
    for (const column of row.ids.keys()) lower[(at * width + column) * 2] = value(row, column)
  }
  return new Tensor('int64', data, [rows.length, width])
}

/**
 * Writes the unit vector of one text to `vector` from the states of its tokens: `states` has a row as long as `vector`
 * for each, padding left out. `cls` takes the
 * first, `mean` the average and what the graph has pooled is a unit vector already. A zero vector stays one.
 */
export function pool(states: Float32Array, how: LoadableModel['pooling'], vector: Float32Array): void {
  const { length } = vector
  const rows = how === 'mean' ? states.length / length : 1
  // The length of the vector is made 1 in the end, so a sum is as good as an average.
  vector.set(states.subarray(0, length))
  if (how === 'in_graph') return
  for (let row = 1; row < rows; row += 1) {
    for (let at = 0; at < length; at += 1) vector[at] = (vector[at] ?? 0) + (states[row * length + at] ?? 0)
  }
  let squares = 0
  for (const value of vector) squares += value * value
  const norm = Math.sqrt(squares)
  if (norm > 0) for (let at = 0; at < length; at += 1) vector[at] = (vector[at] ?? 0) / norm
}

/** Far more characters than tokens ever have, so that a huge text costs no more than a long one. */
const charactersPerToken = 100

/** Answers the tokens of a text, at most `max_tokens`; the last special token stays where the rest is cut. */
export type Tokenize = (text: string) => readonly number[]

/** Opens the tokenizer of a model. Throws where its file cannot be read. */
export function openTokenizer({
  tokenizer: file,
  max_tokens,
  special_tokens: add_special_tokens,
}: Pick<LoadableModel, 'tokenizer' | 'max_tokens' | 'special_tokens'>): Tokenize {
  const tokenizer = readTokenizer(file)
  return (text) => {
    const { ids } = tokenizer.encode(readable(text, max_tokens), { add_special_tokens })
    if (ids.length <= max_tokens) return ids
    return add_special_tokens ? [...ids.slice(0, max_tokens - 1), ...ids.slice(-1)] : ids.slice(0, max_tokens)
  }
}

/** The tokenizer of a file. Throws where it cannot be read. */
export function readTokenizer(file: string): Tokenizer {
  return new Tokenizer(JSON.parse(readFileSync(file, 'utf8')) as object, {})
}

/** What of a text a tokenizer reads: a cut may part two halves of a character, and a text may come with such halves. */
export function readable(text: string, max_tokens: number): string {
  return text.slice(0, max_tokens * charactersPerToken).toWellFormed()
}
