/** Numbers that stand for the types of values: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md */
const types = { uint32: 4, int32: 5, float32: 6, string: 8, array: 9 } as const
/** Tensors begin at multiples of it, in bytes. */
const alignment = 32
/** So many heads attend. */
const heads = 4

type Value =
  | { readonly uint32: number }
  | { readonly float32: number }
  | { readonly string: string }
  | { readonly strings: readonly string[] }
  | { readonly float32s: readonly number[] }
  | { readonly int32s: readonly number[] }

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const uint64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
const float32 = (value: number) => Buffer.from(Float32Array.of(value).buffer)
const string = (value: string) => Buffer.concat([uint64(Buffer.byteLength(value)), Buffer.from(value)])
const array = <T>(type: number, values: readonly T[], write: (value: T) => Buffer) =>
  Buffer.concat([uint32(types.array), uint32(type), uint64(values.length), ...values.map(write)])

function valueOf(value: Value): Buffer {
  if ('uint32' in value) return Buffer.concat([uint32(types.uint32), uint32(value.uint32)])
  if ('float32' in value) return Buffer.concat([uint32(types.float32), float32(value.float32)])
  if ('string' in value) return Buffer.concat([uint32(types.string), string(value.string)])
  if ('strings' in value) return array(types.string, value.strings, string)
  if ('float32s' in value) return array(types.float32, value.float32s, float32)
  return array(types.int32, value.int32s, uint32)
}

const aligned = (length: number) => Math.ceil(length / alignment) * alignment
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)])

/** Numbers from -0.5 to 0.5 that are the same each time (a linear congruential generator: Numerical Recipes, 7.1). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
}

const byteTokens = Array.from(
  { length: 256 },
  (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
)
const marks = ['<unk>', '<s>', '</s>', '<|im_start|>', '<|im_end|>']
const letters = [...marks, ...byteTokens, '▁', ...'abcdefghijklmnopqrstuvwxyz'.split(''), '.']
const endOfMessage = marks.indexOf('<|im_end|>')
/** The last token of a prompt. */
const endOfLine = marks.length + byteTokens.indexOf('<0x0A>')
const firstLetter = marks.length + byteTokens.length
/** Of the format: 1 is a usual token, 2 unknown, 3 for control, 6 a byte. */
const tokenType = (_: string, at: number) => (at === 0 ? 2 : at < marks.length ? 3 : at < firstLetter ? 6 : 1)

const template =
  "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"

interface Size {
  /** How wide its states are; a multiple of 16. */
  readonly width?: number
  readonly layers?: number
  /** What it takes in and writes at once, in tokens. */
  readonly context?: number
  /** The words that it answers everything with, no two alike; else it writes letters for as long as it may. */
  readonly says?: string
}

/**
 * A GGUF file of a Llama with random weights, which writes letters without a sense, or the same words to everything. It is
 * of the real format, so that what runs it is the real thing.
 */
export function tinyGguf({ width = 64, layers = 2, context = 2_048, says = '' }: Size = {}): Buffer {
  const words = says.split(' ').flatMap((word) => (word === '' ? [] : [`▁${word}`]))
  const tokens = [...letters, ...words]
  const metadata: Record<string, Value> = {
    'general.architecture': { string: 'llama' },
    'general.name': { string: 'Tiny' },
    'general.file_type': { uint32: 0 },
    'llama.context_length': { uint32: context },
    'llama.embedding_length': { uint32: width },
    'llama.block_count': { uint32: layers },
    'llama.feed_forward_length': { uint32: 2 * width },
    'llama.attention.head_count': { uint32: heads },
    'llama.attention.head_count_kv': { uint32: heads },
    'llama.attention.layer_norm_rms_epsilon': { float32: 1e-5 },
    'llama.rope.dimension_count': { uint32: width / heads },
    'llama.vocab_size': { uint32: tokens.length },
    'tokenizer.ggml.model': { string: 'llama' },
    'tokenizer.ggml.tokens': { strings: tokens },
    'tokenizer.ggml.scores': { float32s: tokens.map((_, at) => (at < firstLetter ? 0 : -at)) },
    'tokenizer.ggml.token_type': { int32s: tokens.map(tokenType) },
    'tokenizer.ggml.bos_token_id': { uint32: 1 },
    'tokenizer.ggml.eos_token_id': { uint32: endOfMessage },
    'tokenizer.ggml.unknown_token_id': { uint32: 0 },
    'tokenizer.chat_template': { string: template },
  }
  const tensors = tensorsOf(width, layers, tokens.length)
  const sizes = tensors.map(({ shape }) => 4 * shape.reduce((product, side) => product * side, 1))
  let offset = 0
  const infos = tensors.map(({ name, shape }, at) => {
    const place = offset
    offset += aligned(sizes[at] ?? 0)
    return Buffer.concat([string(name), uint32(shape.length), ...shape.map(uint64), uint32(0), uint64(place)])
  })
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(Object.keys(metadata).length),
    ...Object.entries(metadata).map(([key, value]) => Buffer.concat([string(key), valueOf(value)])),
    ...infos,
  ])
  const random = randomNumbers(1)
  const weights = new Map(
    tensors.map(({ name }, at) => [
      name,
      Float32Array.from({ length: (sizes[at] ?? 0) / 4 }, () => weightOf(name, random())),
    ]),
  )
  if (words.length > 0) saysOnly(weights, width, words.length)
  else onlyLetters(weights.get('output.weight') ?? new Float32Array(), width)
  return Buffer.concat([
    padded(head),
    ...[...weights.values()].map(({ buffer }) => padded(Buffer.from(buffer))),
  ])
}

function tensorsOf(
  width: number,
  layers: number,
  vocabulary: number,
): { name: string; shape: readonly number[] }[] {
  const ofLayer = (layer: number) => {
    const named = (part: string, shape: readonly number[]) => ({ name: `blk.${layer}.${part}.weight`, shape })
    const square = [width, width]
    return [
      named('attn_norm', [width]),
      ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((part) => named(part, square)),
      named('ffn_norm', [width]),
      named('ffn_gate', [width, 2 * width]),
      named('ffn_up', [width, 2 * width]),
      named('ffn_down', [2 * width, width]),
    ]
  }
  return [
    { name: 'token_embd.weight', shape: [width, vocabulary] },
    { name: 'output_norm.weight', shape: [width] },
    { name: 'output.weight', shape: [width, vocabulary] },
    ...Array.from({ length: layers }, (_, layer) => ofLayer(layer)).flat(),
  ]
}

const weightOf = (name: string, random: number) => (name.includes('norm') ? 1 : random * 0.4)

/** Makes letters far likelier than bytes, and the end unlikely: the weights of letters are ten times those of the others. */
function onlyLetters(weights: Float32Array, width: number): void {
  for (const at of weights.keys()) {
    const token = Math.floor(at / width)
    weights[at] = (weights[at] ?? 0) * (token >= firstLetter ? 10 : token < marks.length ? 0 : 1)
  }
}

/**
 * Has each word follow on the one before it, the first on a prompt and the end on the last: the layers add nothing, and the
 * output of a token is the input of the one that it follows on.
 */
function saysOnly(weights: ReadonlyMap<string, Float32Array>, width: number, count: number): void {
  for (const [name, own] of weights) if (/output\.weight$|ffn_down/.test(name)) own.fill(0)
  const [inputs, outputs] = [weights.get('token_embd.weight'), weights.get('output.weight')]
  const words = Array.from({ length: count }, (_, at) => letters.length + at)
  for (const [at, token] of [...words, endOfMessage].entries()) {
    const before = words[at - 1] ?? endOfLine
    for (const place of Array.from({ length: width }).keys())
      if (inputs && outputs) outputs[token * width + place] = 40 * (inputs[before * width + place] ?? 0)
  }
}
