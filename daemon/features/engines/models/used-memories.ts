import { usedText } from '../../../language/en/models/replies.ts'
import type { RetrievedMemory, Turn, UsedMemory } from '../../../language/turn.ts'
import { tellingWords } from '../../../language/en/telling-words.ts'

/** The share of a memory's telling words in a reply from which the reply is taken to repeat it. */
const repeated = 0.6

/** A memory that a reply uses, and the words of it that show that, as the memory has them. */
export interface Use {
  readonly memory: RetrievedMemory
  readonly words: readonly string[]
}

/**
 * The memories that a reply stands on. One counts where the reply has telling words of it that the message did not
 * bring (two of them, or one where the message is about it too), or repeats most of it. The names of those who talk
 * tell nothing.
 */
export function usesOf({ content, memories, speaker, persona }: Turn, reply: string): Use[] {
  const names = new Set(tellingWords(`${speaker.full_name} ${persona.companion_name}`).keys())
  const asked = tellingWords(content, names)
  const answered = tellingWords(reply, names)
  return memories.flatMap((memory) => {
    const held = tellingWords(memory.content, names)
    const shared = [...held].filter(([stem]) => answered.has(stem))
    const brought = shared.filter(([stem]) => !asked.has(stem))
    const about = [...held.keys()].some((stem) => asked.has(stem))
    const uses =
      brought.length >= 2 ||
      (brought.length === 1 && about) ||
      (shared.length > 0 && shared.length >= held.size * repeated)
    if (!uses) return []
    return [{ memory, words: (brought.length > 0 ? brought : shared).map(([, word]) => word).slice(0, 5) }]
  })
}

/** How a reply tells of a memory that it uses. */
export function usedMemory({ memory, words }: Use): UsedMemory {
  return {
    memory_uuid: memory.memory_uuid,
    content: memory.content,
    why: usedText(words),
  }
}
