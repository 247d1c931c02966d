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

const node = (type: string, inputs: readonly string[], output: string) =>
  message({ 1: inputs, 2: output, 4: type })

/**
 * An ONNX graph with the inputs and the output of a transformer, which knows a row of `tokens` for each token and adds
 * one of `types` for its type: what it says of a token does not depend on the others.
 */
export function tinyGraph(
  tokens: readonly (readonly number[])[],
  types: readonly (readonly number[])[],
): Buffer {
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids']
  const graph = message({
    1: [
      node('Gather', ['tokens', 'input_ids'], 'of_token'),
      node('Gather', ['types', 'token_type_ids'], 'of_type'),
      node('Add', ['of_token', 'of_type'], 'last_hidden_state'),
    ],
    2: 'tiny',
    5: [table('tokens', tokens), table('types', types)],
    11: inputs.map((name) => value(name, int64, ['batch', 'sequence'])),
    12: value('last_hidden_state', float, ['batch', 'sequence', tokens[0]?.length ?? 0]),
  })
  return message({ 1: 8, 7: graph, 8: message({ 1: '', 2: 17 }) })
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
