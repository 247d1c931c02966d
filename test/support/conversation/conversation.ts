import assert from 'node:assert/strict'
import { select } from '../database.ts'
import type { Scene } from '../scenario.ts'

interface MemoryRow {
  readonly memory_uuid: string
  readonly content: string
  readonly actor: string
  readonly message_uuid: string
  readonly superseded_by: string | null
  readonly forgotten_at: number | null
}

/** A member of the row's own, who has said nothing yet, and what they can do. */
export async function newMember(scene: Scene) {
  const { daemon, clock, ask } = scene
  const member = await scene.newMember()
  const { access_token: token, family_member_uuid } = member
  const by = (operation: string, input?: object, key?: string) => ask(token, operation, input, key)
  const done = async (operation: string, input?: object) => {
    const { status, result, detail } = await by(operation, input)
    assert.ok(status < 300, `${operation}: ${status} ${detail}`)
    return result
  }
  return {
    ...member,
    by,
    done,
    say: async (content: string, more: object = {}) => {
      clock.advance(1_000)
      return done('conversation.message', { content, ...more })
    },
    /** What was said, newest first. */
    contents: async (input: object = {}): Promise<string[]> =>
      (await done('conversation.history', input)).items.map((one: { content: string }) => one.content),
    count: (table: string) =>
      select(daemon, `SELECT 1 FROM ${table} WHERE family_member_uuid = ?`, family_member_uuid).length,
    memories: () =>
      select<MemoryRow>(
        daemon,
        'SELECT * FROM memories WHERE family_member_uuid = ? ORDER BY memory_id',
        family_member_uuid,
      ),
  }
}

/** What is known of memories that hold. */
export const held = (memories: readonly MemoryRow[]) =>
  memories
    .filter(({ superseded_by, forgotten_at }) => superseded_by === null && forgotten_at === null)
    .map(({ content }) => content)
