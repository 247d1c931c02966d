import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import type { Daemon } from '../../../daemon/main.ts'

/** A message as it is written down. */
export interface Written {
  readonly role: 'user' | 'companion'
  readonly content: string
  readonly reply_to?: string
  readonly confidence?: number
  readonly degraded?: boolean
  readonly created_at?: number
}

/** Writes messages into the database of a daemon, as if they had been said. */
export function seedConversation(
  daemon: Pick<Daemon, 'home'>,
  family_member_uuid: string,
  messages: readonly Written[],
): void {
  const database = new Database(daemon.home.database)
  const conversation_uuid = randomUUID()
  database.transaction(() => {
    database
      .prepare(
        'INSERT INTO conversations (conversation_uuid, family_member_uuid, started_at) VALUES (?, ?, ?)',
      )
      .run(conversation_uuid, family_member_uuid, Date.now())
    const insert = database.prepare(
      `INSERT INTO messages (message_uuid, conversation_uuid, family_member_uuid, role, content, context, emotion,
       confidence, engine, degraded, memories_used, reply_to, created_at)
       VALUES (@message_uuid, @conversation_uuid, @family_member_uuid, @role, @content, '{}', 'happy',
       @confidence, @engine, @degraded, '[]', @reply_to, @created_at)`,
    )
    for (const { role, content, reply_to = null, confidence = 1, degraded, created_at } of messages)
      insert.run({
        message_uuid: randomUUID(),
        conversation_uuid,
        family_member_uuid,
        role,
        content,
        confidence,
        degraded: degraded ? 1 : 0,
        reply_to,
        created_at: created_at ?? Date.now(),
        engine: role === 'user' ? null : 'builtin',
      })
  })()
  database.close()
}

/** A conversation of that many messages, over a year, one an hour and a half. */
export function longConversation(count: number): Written[] {
  return Array.from({ length: count }, (_, number) => ({
    role: number % 2 === 0 ? 'user' : 'companion',
    content: `Message ${number}. ${'So it went on, word by word. '.repeat(number % 7)}`.trim(),
    reply_to: randomUUID(),
    created_at: Date.now() - (count - number) * 5_400_000,
  }))
}
