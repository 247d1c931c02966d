import type { HistoryMessage, KeptHistory } from './history.ts'
import { arrived, type Outgoing } from './outgoing.ts'

/** What stands below the history. */
export type Tail =
  | { readonly kind: 'outgoing'; readonly outgoing: Outgoing }
  | { readonly kind: 'writing' }
  | { readonly kind: 'fresh'; readonly conversation_uuid: string }

/** The conversation as it is shown: first the history by its numbers, then what is on its way. */
export interface Rows {
  readonly history: KeptHistory
  readonly tail: readonly Tail[]
  /** Which messages of the history are not answered yet, by their uuid. */
  readonly arrived: ReadonlyMap<string, Outgoing>
}

interface ShownRows {
  readonly outgoing: readonly Outgoing[]
  /** Whether something is being written. */
  readonly writing: boolean
  /** The conversation that goes on; null where there is none. */
  readonly conversation_uuid: string | null
}

/** Puts together what is shown. What is being written answers the first that is sent, and the others wait below it. */
export function rowsOf(history: KeptHistory, { outgoing, writing, conversation_uuid }: ShownRows): Rows {
  const there = arrived(outgoing, history)
  const arrivedKeys = new Set([...there.values()].map(({ key }) => key))
  const left = outgoing.filter(({ key }) => !arrivedKeys.has(key))
  const above = left.filter(({ state }) => state !== 'waiting')
  const below = left.filter(({ state }) => state === 'waiting')
  const last = history.at.get(history.total - 1)
  const fresh =
    last !== undefined && conversation_uuid !== null && last.conversation_uuid !== conversation_uuid
  const row = (one: Outgoing): Tail => ({ kind: 'outgoing', outgoing: one })
  return {
    history,
    arrived: there,
    tail: [
      ...(fresh ? [{ kind: 'fresh', conversation_uuid } as const] : []),
      ...above.map(row),
      ...(writing ? [{ kind: 'writing' } as const] : []),
      ...below.map(row),
    ],
  }
}

/** The key of a row by its index. A message keeps the key that it had on its way. */
export function rowKey({ history, tail }: Rows, index: number): number | string {
  const row = tail[index - history.total]
  if (row?.kind === 'fresh') return 'fresh'
  return tail[0]?.kind === 'fresh' && index > history.total ? index - 1 : index
}

/** Whether something was said in a conversation before a number, as far as that is known. */
export function wasBefore({ at }: KeptHistory, conversation_uuid: string, number: number): boolean {
  for (const [other, message] of at)
    if (other < number && message.conversation_uuid === conversation_uuid) return true
  return false
}

/** Whether a message belongs to another conversation than the one before it. */
export const beginsAnew = (message: HistoryMessage, previous: HistoryMessage | undefined): boolean =>
  previous !== undefined && previous.conversation_uuid !== message.conversation_uuid
