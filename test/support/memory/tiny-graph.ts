/** Fields of a Protobuf message: numbers are varints, texts and buffers are bytes, arrays are repeated. */
type Fields = Readonly<Record<number, Value | readonly Value[]>>
type Value = number | string | Buffer

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

function message(fields: Fields): Buffer {
  const parts = Object.entries(fields).flatMap(([number, given]) =>
    [given].flat().map((value) => {
      const field = Number(number) * 8
      if (typeof value === 'number') return Buffer.from([...varint(field), ...varint(value)])
      const bytes = Buffer.from(value as string)
      return Buffer.concat([Buffer.from([...varint(field + 2), ...varint(bytes.length)]), bytes])
    }),
  )
  return Buffer.concat(parts)
}

const [float, int64] = [1, 7]

/** A tensor of the graph with the sizes of its dimensions; a name stands for any size. */
const value = (name: string, type: number, sizes: readonly (number | string)[]) => {
  const dimensions = sizes.map((size) => message(typeof size === 'number' ? { 1: size } : { 2: size }))
  const shape = message({ 1: dimensions })
  return message({ 1: name, 2: message({ 1: message({ 1: type, 2: shape }) }) })
}

const table = (name: string, rows: readonly (readonly number[])[]) =>
  message({
    1: [rows.length, rows[0]?.length ?? 0],
    2: float,
    8: name,
    9: Buffer.from(new Float32Array(rows.flat()).buffer),
  })

const integers = (name: string, values: readonly number[]) =>
  message({
    1: [values.length],
    2: int64,
    8: name,
    9: Buffer.from(new BigInt64Array(values.map(BigInt)).buffer),
  })

/** Attributes of a node: a number, or several. */
type Attributes = Readonly<Record<string, number | readonly number[]>>

const node = (type: string, inputs: readonly string[], output: string, attributes: Attributes = {}) =>
  message({
    1: inputs,
    2: output,
    4: type,
    5: Object.entries(attributes).map(([name, given]) =>
      typeof given === 'number'
        ? message({ 1: name, 3: given, 20: 2 })
        : message({ 1: name, 8: given, 20: 7 }),
    ),
  })

/** A whole model of these parts, with the inputs that transformers have. */
function graph(nodes: readonly Buffer[], constants: readonly Buffer[], output: Buffer): Buffer {
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids']
  const whole = message({
    1: nodes,
    2: 'tiny',
    5: constants,
    11: inputs.map((name) => value(name, int64, ['batch', 'sequence'])),
    12: output,
  })
  return message({ 1: 8, 7: whole, 8: message({ 1: '', 2: 17 }) })
}

/**
 * An ONNX graph with the inputs and the output of a transformer, which knows a row of `tokens` for each token and adds
 * one of `types` for its type: what it says of a token does not depend on the others.
 */
export function tinyGraph(
  tokens: readonly (readonly number[])[],
  types: readonly (readonly number[])[],
): Buffer {
  return graph(
    [
      node('Gather', ['tokens', 'input_ids'], 'of_token'),
      node('Gather', ['types', 'token_type_ids'], 'of_type'),
      node('Add', ['of_token', 'of_type'], 'last_hidden_state'),
    ],
    [table('tokens', tokens), table('types', types)],
    value('last_hidden_state', float, ['batch', 'sequence', tokens[0]?.length ?? 0]),
  )
}

/**
 * An ONNX graph with the inputs and the output of a cross-encoder: the sum of the rows of `tokens` of the first text
 * times that of the second, less 1. With a row of its own for each word, it counts what the two share.
 */
export function tinyCrossEncoder(tokens: readonly (readonly number[])[]): Buffer {
  return graph(
    [
      node('Gather', ['tokens', 'input_ids'], 'of_token'),
      node('Gather', ['parts', 'token_type_ids'], 'of_type'),
      node('Transpose', ['of_type'], 'by_part', { perm: [0, 2, 1] }),
      node('MatMul', ['by_part', 'of_token'], 'sums'),
      node('Gather', ['sums', 'zero'], 'first', { axis: 1 }),
      node('Gather', ['sums', 'one'], 'second', { axis: 1 }),
      node('Mul', ['first', 'second'], 'products'),
      node('ReduceSum', ['products', 'last'], 'shared', { keepdims: 0 }),
      node('Sub', ['shared', 'bias'], 'logits'),
    ],
    [
      table('tokens', tokens),
      table('parts', [
        [1, 0],
        [0, 1],
      ]),
      table('bias', [[1]]),
      integers('zero', [0]),
      integers('one', [1]),
      integers('last', [2]),
    ],
    value('logits', float, ['batch', 1]),
  )
}

/** A tokenizer of whole words in the shape of BERT's: `[CLS]` before, `[SEP]` after; a word's id is its place. */
export function tinyTokenizer(words: readonly string[]): string {
  const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]']
  const vocab = Object.fromEntries([...special, ...words].map((word, id) => [word, id]))
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true }
  const single = (name: string) => ({ SpecialToken: { id: name, type_id: 0 } })
  return JSON.stringify({
    version: '1.0',
    added_tokens: special.map((content, id) => ({ id, content, ...flags })),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [single('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, single('[SEP]')],
      pair: [],
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
      },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', vocab },
  })
}
