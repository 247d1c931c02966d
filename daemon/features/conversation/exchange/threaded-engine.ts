import type { Engine, Turn } from './engine.ts'
import { type Reading, ReadingFailed } from './engine-threads.ts'

/** The built-in engine as it answers one message: it works in the thread that reads the message. */
export function builtinOf(reading: Reading): Engine {
  const written = async (turn: Turn) => {
    // Of what was not understood at all there is nothing to work out.
    if (turn.partly && turn.done.length === 0) return unread(turn)
    try {
      return await reading.call('reply', turn)
    } catch (error) {
      if (error instanceof ReadingFailed) return unread(turn)
      throw error
    }
  }
  return {
    name: 'builtin',
    reply: async (turn, write, signal) => {
      signal.throwIfAborted()
      const { parts, ...reply } = await written(turn)
      signal.throwIfAborted()
      for (const part of parts) write(part)
      return reply
    },
  }
}

/** What is answered to a message that took too long: that it did, and whether anything was done because of it. */
function unread({ done }: Turn) {
  const acted = done.some(({ kind }) => kind !== 'asked' && kind !== 'chat')
  const content = acted
    ? 'I did some of what you said, but all of it was more than I could answer at once. Please ask me again in smaller parts.'
    : 'That was more than I could read at once. Please tell me again in smaller parts.'
  return { content, parts: [content], confidence: 0.1, memories_used: [], asked: null }
}
