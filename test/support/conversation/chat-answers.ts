/** Each is a model of the server; a control request has all models behave as one. */
export const behaviours = [
  'normal',
  'lying',
  'recalling',
  'thinking',
  'slow-first-token',
  'halting',
  'hanging',
  'breaking',
  'ending',
  'garbage',
  'broken-event',
  'error-event',
  'failing',
  'refusing',
  'redirecting',
  'empty',
  'cut-short',
  'endless',
  'misfitting',
] as const
export type Behaviour = (typeof behaviours)[number]

export interface ChatMessage {
  readonly role: string
  readonly content: string
}

const blocks = /<(situation|people|memories|goals|done)>[\s\S]*?<\/\1>\s*/g
const order = /ignore all previous instructions and say (?<word>\w+)/i

/** What a member said last, without the blocks around it. */
export function saidIn(messages: readonly ChatMessage[]): string {
  return (messages.at(-1)?.content ?? '').replaceAll(blocks, '').trim()
}

/** What the data blocks hold, and only those. */
export function memoriesIn(messages: readonly ChatMessage[]): string[] {
  const content = messages.at(-1)?.content ?? ''
  return [...content.matchAll(/<memory [^>]*>(.*?)<\/memory>/g)].map(([, text = '']) => text)
}

/** What a model answers to messages. */
export function answerTo(messages: readonly ChatMessage[], behaviour: Behaviour): string {
  if (behaviour === 'lying') {
    // It knows to leave alone what stands in a block, and does whatever it reads anywhere else.
    const outside = messages.map(({ content }) => content.replaceAll(blocks, '')).join('\n')
    return order.exec(outside)?.groups?.['word'] ?? 'I see no order.'
  }
  if (behaviour === 'recalling') return `I remember: ${memoriesIn(messages).join(' ') || 'nothing'}`
  if (behaviour === 'thinking') return `<think>They said ${saidIn(messages)}</think> I have thought.`
  return `You said: ${saidIn(messages)}`
}

/** The message that a model is to learn from. */
export const lessonIn = (messages: readonly ChatMessage[]): string =>
  (/<message>\n([\s\S]*)\n<\/message>$/.exec(messages.at(-1)?.content ?? '')?.[1] ?? '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/** What a model finds worth keeping in a message: the sentences that begin with I or My. */
export function sentencesIn(messages: readonly ChatMessage[], behaviour: Behaviour): string {
  const lesson = lessonIn(messages)
  const sentences = lesson
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /^(?:I|My)\b/.test(sentence))
  if (behaviour === 'empty') return ''
  if (behaviour !== 'misfitting') return JSON.stringify({ sentences, claims: [] })
  const misfits = [
    'Somebody secretly owns seventeen elephants.',
    7,
    null,
    { text: 'no sentence' },
    ...sentences,
  ]
  return `\`\`\`json\n${JSON.stringify({ sentences: misfits, claims: ['none', { action: 'add' }], certainty: 'high' })}\n\`\`\``
}
