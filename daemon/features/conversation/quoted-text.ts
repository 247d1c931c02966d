import type { UsedMemory } from '../../language/turn.ts'
import type { Quoted } from '../../store/table-rules.ts'

/** A reply, with the memories that it is grounded in as JSON. */
interface GroundedReply {
  readonly content: string
  readonly memories_used: string
}

/** A reply without a memory: neither its words nor those it had when it was quoted. */
export function withoutMemory(
  { content, memories_used }: GroundedReply,
  { uuid, text }: Quoted,
): GroundedReply {
  const used = JSON.parse(memories_used) as UsedMemory[]
  const quoted = used.filter((one) => one.memory_uuid === uuid)
  const left = used.filter((one) => one.memory_uuid !== uuid)
  const words = [text, ...quoted.map((one) => one.content)].join(' ')
  return { content: withoutWordsOf(content, words), memories_used: JSON.stringify(left) }
}

/** A text without another one that it has, word for word or in words of its own. */
export function withoutText(text: string, other: string): string {
  return text.includes(other) ? text.replaceAll(other, '…') : withoutWordsOf(text, other)
}

const word = /[\p{L}\p{N}]+/gu

/** A text in which every word of another text has become an ellipsis, neighbours one together. */
export function withoutWordsOf(text: string, other: string): string {
  const words = new Set(other.toLowerCase().match(word))
  return text
    .replaceAll(word, (match) => (words.has(match.toLowerCase()) ? '…' : match))
    .replaceAll(/…(?:[\s\p{P}]*…)+/gu, '…')
}
