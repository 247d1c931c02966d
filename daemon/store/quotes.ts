import type Database from 'better-sqlite3'

/** What prepares plain SQL: a store, or a connection of its own. */
export interface Statements {
  prepare(sql: string): Database.Statement
}

export interface Deleted {
  readonly memory_uuid: string
  readonly content: string
}

interface Quote {
  readonly place: 'message' | 'interaction' | 'goal'
  readonly id: string
}

/** What a reply says of a memory that it is grounded in. */
export type UsedMemory = Pick<Deleted, 'memory_uuid' | 'content'>

/**
 * Where the text of memories stands beside them: replies that are grounded in one, questions about one, and goals that
 * were suggested for one. Runs in the transaction that is open.
 */
export function openQuotes(statements: Statements) {
  const prepare = (sql: string) => statements.prepare(sql)
  const add = prepare('INSERT OR IGNORE INTO memory_quotes (memory_uuid, place, id) VALUES (?, ?, ?)')
  const find = prepare('SELECT place, id FROM memory_quotes WHERE memory_uuid = ?')
  const drop = prepare('DELETE FROM memory_quotes WHERE memory_uuid = ?')
  const reply = prepare('SELECT content, memories_used FROM messages WHERE message_uuid = ?')
  const rewrite = prepare('UPDATE messages SET content = ?, memories_used = ? WHERE message_uuid = ?')
  const concealment = openConcealment(prepare)
  // What "it" means there may be of the memory too.
  const unfocus = prepare(
    `DELETE FROM conversation_focus
      WHERE conversation_uuid = (SELECT conversation_uuid FROM messages WHERE message_uuid = ?)`,
  )
  const removals = {
    interaction: [
      prepare('DELETE FROM interaction_events WHERE interaction_id = ?'),
      prepare('DELETE FROM interactions WHERE interaction_id = ?'),
      prepare('DELETE FROM contradictions WHERE interaction_id = ?'),
    ],
    // One that was accepted is the member's own.
    goal: [prepare("DELETE FROM goals WHERE goal_uuid = ? AND status IN ('suggested', 'cancelled')")],
  }
  const unanswered = prepare(
    'SELECT family_member_uuid, idempotency_key, deeds AS actions FROM unanswered_messages WHERE instr(deeds, ?)',
  )
  const note = prepare(
    'UPDATE unanswered_messages SET deeds = ? WHERE family_member_uuid = ? AND idempotency_key = ?',
  )

  const unquote = (message_uuid: string, memory: Deleted) => {
    const row = reply.get(message_uuid) as Reply | undefined
    if (!row) return
    const { content, memories_used } = withoutMemory(row, memory)
    rewrite.run(content, memories_used, message_uuid)
    concealment?.remove(message_uuid, memory)
    unfocus.run(message_uuid)
  }

  /** What was done because of a message that nobody has answered yet. */
  const forgetDone = ({ memory_uuid }: Deleted) => {
    for (const row of unanswered.all(memory_uuid)) {
      const { family_member_uuid, idempotency_key, actions } = row as Record<string, string>
      const noted = JSON.parse(actions ?? '') as { done: { memory_uuid?: string }[] }
      const done = noted.done.filter((one) => one.memory_uuid !== memory_uuid)
      note.run(JSON.stringify({ ...noted, done }), family_member_uuid, idempotency_key)
    }
  }

  return {
    /** Notes that a text stands there too. */
    add: (memory_uuids: Iterable<string>, { place, id }: Quote): void => {
      for (const memory_uuid of memory_uuids) add.run(memory_uuid, place, id)
    },

    /** To be called once a memory was forgotten or taken back: what was said of it is in no message as long as it is forgotten. */
    conceal: (memory_uuid: string): void => {
      for (const { place, id } of find.all(memory_uuid) as Quote[])
        if (place === 'message') concealment?.refresh(id)
    },

    questions: (memory_uuid: string): string[] =>
      (find.all(memory_uuid) as Quote[]).flatMap(({ place, id }) => (place === 'interaction' ? [id] : [])),

    /**
     * Removes the text of a memory from wherever it stands: its words from replies, which go on without them, and
     * the questions about it as a whole. Answers the ids of what is gone.
     */
    remove: (memory: Deleted): string[] => {
      const gone: string[] = []
      for (const { place, id } of find.all(memory.memory_uuid) as Quote[]) {
        if (place === 'message') unquote(id, memory)
        else {
          for (const removal of removals[place]) removal.run(id)
          gone.push(id)
        }
      }
      drop.run(memory.memory_uuid)
      forgetDone(memory)
      return gone
    },
  }
}

export type Quotes = ReturnType<typeof openQuotes>

/** A reply, with the memories that it is grounded in as JSON. */
interface Reply {
  readonly content: string
  readonly memories_used: string
}

/** A reply without a memory: neither its words nor those it had when it was quoted. */
export function withoutMemory<R extends Reply>(reply: R, { memory_uuid, content }: Deleted): R {
  const used = JSON.parse(reply.memories_used) as UsedMemory[]
  const quoted = used.filter((one) => one.memory_uuid === memory_uuid)
  const left = used.filter((one) => one.memory_uuid !== memory_uuid)
  const words = [content, ...quoted.map((one) => one.content)].join(' ')
  return { ...reply, content: withoutWordsOf(reply.content, words), memories_used: JSON.stringify(left) }
}

/** Keeps what is forgotten out of messages; undefined in a database of a version that could not. */
function openConcealment(prepare: (sql: string) => Database.Statement) {
  const originalColumn = prepare("SELECT 1 FROM pragma_table_info('messages') WHERE name = 'original'").get()
  if (originalColumn === undefined) return undefined
  const select = prepare('SELECT content, original FROM messages WHERE message_uuid = ?')
  const forgotten = prepare(
    `SELECT memories.content FROM memory_quotes AS quote JOIN memories USING (memory_uuid)
      WHERE quote.place = 'message' AND quote.id = ? AND memories.forgotten_at IS NOT NULL`,
  ).pluck()
  const write = prepare('UPDATE messages SET content = ?, original = ? WHERE message_uuid = ?')
  return {
    /** Shows of a message what is not forgotten. */
    refresh: (message_uuid: string): void => {
      const row = select.get(message_uuid) as { content: string; original: string | null } | undefined
      if (!row) return
      const whole = row.original ?? row.content
      const gone = forgotten.all(message_uuid) as string[]
      write.run(gone.reduce(withoutText, whole), gone.length > 0 ? whole : null, message_uuid)
    },

    /** Takes what is gone for good out of what could be taken back. */
    remove: (message_uuid: string, { content }: Deleted): void => {
      const row = select.get(message_uuid) as { content: string; original: string | null } | undefined
      if (row && row.original !== null)
        write.run(row.content, withoutText(row.original, content), message_uuid)
    },
  }
}

/** A text without another one that it has, word for word or in words of its own. */
function withoutText(text: string, other: string): string {
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
