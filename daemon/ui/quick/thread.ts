import { isAnswered, type KeptHistory, numberOf } from '../talk/history.ts'
import { arrived, type Outgoing } from '../talk/outgoing.ts'
import { type Rows, rowsOf } from '../talk/rows.ts'
import { idle, type Writing } from '../talk/writing.ts'

/** What was said in this window: of the history no more than that, then what is on its way. */
export interface Thread extends Rows {
  /** What the companion is writing to it. */
  readonly writing: Writing
}

interface Here {
  /** What was said here and is answered, by `message_uuid`. */
  readonly said: readonly string[]
  /** What of that is not shown any more. */
  readonly forgotten: ReadonlySet<string>
  readonly outgoing: readonly Outgoing[]
  /** What the companion is writing, in whichever window it was asked. */
  readonly writing: Writing
}

/** Puts together what was said here. */
export function threadOf(history: KeptHistory, { said, forgotten, outgoing, writing }: Here): Thread {
  const here = writtenHere(history, outgoing, writing)
  const rows = rowsOf(history, { outgoing, writing: here !== null, conversation_uuid: null })
  const all = new Set([...said, ...rows.arrived.keys()])
  return { ...rows, history: exchanges(history, all.difference(forgotten)), writing: here ?? idle }
}

/** What of a thread is answered, by the `message_uuid` of what was said. */
export const answeredIn = ({ history }: Thread): string[] =>
  [...history.at.values()].flatMap(({ reply_to }) => reply_to ?? [])

/** Some messages of a history with what answers them, in their order, numbered from 0. */
function exchanges({ at }: KeptHistory, keys: ReadonlySet<string>): KeptHistory {
  const messages = [...at]
    .filter(
      ([, { message_uuid, reply_to }]) => keys.has(message_uuid) || (reply_to !== null && keys.has(reply_to)),
    )
    .toSorted(([one], [other]) => one - other)
    .map(([, message]) => message)
  return { total: messages.length, at: new Map(messages.entries()) }
}

/** What is being written to what is on its way from here: null for nothing, idle while it is still thought about. */
function writtenHere(history: KeptHistory, outgoing: readonly Outgoing[], writing: Writing): Writing | null {
  if (!outgoing.some(({ state }) => state === 'sending')) return null
  const there = arrived(outgoing, history)
  const [asked] = [...there].find(([, { state }]) => state === 'sending') ?? []
  if (asked !== undefined && isAnswered(history, asked)) return null
  const { reply_to } = writing
  const elsewhere = reply_to !== null && reply_to !== asked && numberOf(history, reply_to) !== undefined
  return elsewhere ? idle : writing
}
