import { lazy } from '../../kernel/lazy.ts'
import type { UsedMemory } from '../../language/turn.ts'
import type { Erasing, QuotePlace, Statements, TableRules } from '../../store/table-rules.ts'
import { withoutMemory, withoutText } from './quoted-text.ts'

/** All that a member and the companion said to one another. */
function eraseHistory({ has, run, forgetResults }: Erasing, family_member_uuid: string): void {
  if (!has('conversations')) return
  if (has('memory_quotes'))
    run(
      `DELETE FROM memory_quotes WHERE place = 'message'
        AND id IN (SELECT message_uuid FROM messages WHERE family_member_uuid = ?)`,
      family_member_uuid,
    )
  const conversations = 'SELECT conversation_uuid FROM conversations WHERE family_member_uuid = ?'
  for (const table of ['conversation_topics', 'conversation_focus'])
    if (has(table))
      run(`DELETE FROM ${table} WHERE conversation_uuid IN (${conversations})`, family_member_uuid)
  for (const table of ['unanswered_messages', 'read_markers', 'messages', 'conversations'])
    if (has(table)) run(`DELETE FROM ${table} WHERE family_member_uuid = ?`, family_member_uuid)
  const answers = "owner = ? AND json_extract(result, '$.message.message_uuid') IS NOT NULL"
  forgetResults(answers, `user:${family_member_uuid}`)
}

/** One message, or a conversation with all of them. */
function eraseMessages(database: Erasing, kind: 'conversation' | 'message', subject: string): void {
  const { has, run, forgetResults } = database
  if (!has('messages')) return
  const uuids = database
    .prepare(`SELECT message_uuid FROM messages WHERE ${kind}_uuid = ?`)
    .pluck()
    .all(subject) as string[]
  for (const message_uuid of uuids) {
    if (has('memory_quotes'))
      run("DELETE FROM memory_quotes WHERE place = 'message' AND id = ?", message_uuid)
    for (const table of ['unanswered_messages', 'messages'])
      if (has(table)) run(`DELETE FROM ${table} WHERE message_uuid = ?`, message_uuid)
    forgetResults('instr(result, ?) > 0', message_uuid)
  }
  if (kind === 'message') return
  for (const table of ['conversation_topics', 'conversation_focus', 'conversations'])
    if (has(table)) run(`DELETE FROM ${table} WHERE conversation_uuid = ?`, subject)
}

/** Replies, which go on without the words of what they were grounded in. */
const replies: QuotePlace = {
  place: 'message',
  open: (statements) => {
    const prepare = (sql: string) => lazy(() => statements.prepare(sql))
    const reply = prepare('SELECT content, memories_used FROM messages WHERE message_uuid = ?')
    const rewrite = prepare('UPDATE messages SET content = ?, memories_used = ? WHERE message_uuid = ?')
    // What "it" means there may be of the memory too.
    const unfocus = prepare(
      `DELETE FROM conversation_focus
        WHERE conversation_uuid = (SELECT conversation_uuid FROM messages WHERE message_uuid = ?)`,
    )
    const unanswered = prepare(
      'SELECT family_member_uuid, idempotency_key, deeds AS actions FROM unanswered_messages WHERE instr(deeds, ?)',
    )
    const note = prepare(
      'UPDATE unanswered_messages SET deeds = ? WHERE family_member_uuid = ? AND idempotency_key = ?',
    )
    const concealment = openConcealment(statements)
    return {
      remove: (message_uuid, quoted) => {
        const row = reply().get(message_uuid) as { content: string; memories_used: string } | undefined
        if (!row) return false
        const { content, memories_used } = withoutMemory(row, quoted)
        rewrite().run(content, memories_used, message_uuid)
        concealment?.remove(message_uuid, quoted.text)
        unfocus().run(message_uuid)
        return false
      },

      conceal: (message_uuid, texts) => concealment?.refresh(message_uuid, texts),

      /** What was done because of a message that nobody has answered yet. */
      removeUnlisted: ({ uuid }) => {
        for (const row of unanswered().all(uuid)) {
          const { family_member_uuid, idempotency_key, actions } = row as Record<string, string>
          const noted = JSON.parse(actions ?? '') as { done: { memory_uuid?: string }[] }
          const done = noted.done.filter((one) => one.memory_uuid !== uuid)
          note().run(JSON.stringify({ ...noted, done }), family_member_uuid, idempotency_key)
        }
      },
    }
  },

  find: (database, quoted) => {
    if (!database.has('messages')) return []
    const rows = database
      .prepare("SELECT message_uuid, memories_used FROM messages WHERE memories_used <> '[]'")
      .all() as { message_uuid: string; memories_used: string }[]
    const uuids = new Set(quoted.map(({ uuid }) => uuid))
    return rows.flatMap(({ message_uuid, memories_used }) =>
      (JSON.parse(memories_used) as UsedMemory[])
        .filter(({ memory_uuid }) => uuids.has(memory_uuid))
        .map(({ memory_uuid }) => ({ uuid: memory_uuid, place: 'message', id: message_uuid })),
    )
  },
}

/** Which of two memories holds is asked no more where one of them is gone. */
const contradictions: QuotePlace = {
  place: 'interaction',
  open: (statements) => {
    const remove = lazy(() => statements.prepare('DELETE FROM contradictions WHERE interaction_id = ?'))
    return {
      remove: (interaction_id) => {
        remove().run(interaction_id)
        return false
      },
    }
  },

  find: (database, quoted) => {
    if (!database.has('contradictions')) return []
    const asked = database
      .prepare('SELECT interaction_id, older_uuid, newer_uuid FROM contradictions')
      .all() as { interaction_id: string; older_uuid: string; newer_uuid: string }[]
    return asked.flatMap(({ interaction_id, older_uuid, newer_uuid }) =>
      quoted
        .filter(({ uuid }) => uuid === older_uuid || uuid === newer_uuid)
        .map(({ uuid }) => ({ uuid, place: 'interaction', id: interaction_id })),
    )
  },
}

/** Keeps what is forgotten out of messages; undefined in a database of a version that could not. */
function openConcealment(statements: Statements) {
  const originalColumn = statements.prepare(
    "SELECT 1 FROM pragma_table_info('messages') WHERE name = 'original'",
  )
  if (originalColumn.get() === undefined) return undefined
  const select = statements.prepare('SELECT content, original FROM messages WHERE message_uuid = ?')
  const write = statements.prepare('UPDATE messages SET content = ?, original = ? WHERE message_uuid = ?')
  return {
    /** Shows of a message what is not forgotten. */
    refresh: (message_uuid: string, forgotten: readonly string[]): void => {
      const row = select.get(message_uuid) as { content: string; original: string | null } | undefined
      if (!row) return
      const whole = row.original ?? row.content
      write.run(forgotten.reduce(withoutText, whole), forgotten.length > 0 ? whole : null, message_uuid)
    },

    /** Takes what is gone for good out of what could be taken back. */
    remove: (message_uuid: string, text: string): void => {
      const row = select.get(message_uuid) as { content: string; original: string | null } | undefined
      if (row && row.original !== null) write.run(row.content, withoutText(row.original, text), message_uuid)
    },
  }
}

export const tableRules: TableRules = {
  erasures: [
    { kind: 'history', erase: eraseHistory },
    { kind: 'conversation', erase: (database, subject) => eraseMessages(database, 'conversation', subject) },
    { kind: 'message', erase: (database, subject) => eraseMessages(database, 'message', subject) },
  ],
  eraseMember: eraseHistory,
  quotes: [replies, contradictions],
}
