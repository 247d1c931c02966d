import { usualLanguage } from '../../../language/codes.ts'
import type { Engine, Reply, Turn } from '../../../language/turn.ts'
import { type Reading, ReadingFailed } from './engine-threads.ts'
import { wordingIn } from '../../../language/languages.ts'

/** The built-in engine as it answers one message: it works in the thread that reads the message. */
export function builtinOf(reading: Reading): Engine {
  return {
    name: 'builtin',
    reply: async (turn, write, signal) => {
      signal.throwIfAborted()
      const reply = await written(turn, reading)
      signal.throwIfAborted()
      write(reply.content)
      return reply
    },
  }
}

async function written(turn: Turn, reading: Reading): Promise<Reply> {
  // Of what was not understood at all there is nothing to work out.
  if (turn.partly && turn.done.length === 0) return unread(turn)
  return (await unlessFailed(reading.call('reply', turn))) ?? unread(turn)
}

/** What is answered to a message that took too long: that it did, and whether anything was done because of it. */
async function unread({ done, language = usualLanguage }: Turn): Promise<Reply> {
  const acted = done.some(({ kind }) => kind !== 'asked' && kind !== 'said')
  return {
    content: (await wordingIn(language)).reply(acted ? 'done in part' : 'unread', 'plain'),
    confidence: 0.1,
    memories_used: [],
  }
}

/** The result of a call; null where it could not be read in time. */
export async function unlessFailed<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ReadingFailed) return null
    throw error
  }
}
