import type { Understanding } from './exchange/engine-calls.ts'
import { type Reading, ReadingFailed } from './exchange/engine-threads.ts'
import type { Focus } from './focus-state.ts'
import type { Responded } from './exchange/responding.ts'
import type { Heard } from './understanding.ts'

/** What a message says; where that could not be read in time nothing, unless that somebody may come to harm. */
export async function understand(heard: Heard, reading: Reading): Promise<Understanding> {
  const understood = await unlessFailed(reading.call('understand', heard))
  if (understood) return understood
  const danger = await unlessFailed(reading.call('danger', heard.content))
  return {
    acts: danger === null ? [] : [{ kind: 'chat', intent: danger }],
    focus: { ...heard.focus, asked: null },
    topics: [],
    ofEverything: false,
    mayTellMore: false,
    partly: true,
  }
}

/** What is in focus after a reply: what it stands on, where that can be read in the time that is left. */
export async function focusOf(
  { memories_used: [used] }: Responded,
  focus: Focus,
  reading: Reading,
): Promise<Focus> {
  if (used === undefined) return focus
  return (await unlessFailed(reading.call('focusAfter', { text: used.content, focus }))) ?? focus
}

/** The result of a call; null where it could not be read in time. */
async function unlessFailed<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ReadingFailed) return null
    throw error
  }
}
