import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unansweredStore } from '../../../daemon/features/conversation/unanswered.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { messages } from '../../../daemon/features/conversation/tables.ts'
import { openTrustedClock } from '../../../daemon/store/trusted-clock.ts'
import { openTestStore } from '../../support/store.ts'

const dayMs = 86_400_000

/** A store of messages that are not answered, to which more come; `keys` are those that it knows. */
function openUnanswered() {
  const { client, store, clock } = openTestStore()
  client.pragma('foreign_keys = OFF')
  const unanswered = unansweredStore(store, openTrustedClock(clock, []))
  return {
    clock,
    begin: (key: string) =>
      store.write((tx) =>
        unanswered.begin(tx, {
          family_member_uuid: 'olga',
          idempotency_key: key,
          request_hash: key,
          message_uuid: key,
          actions: null,
          created_at: iso(clock.now()),
        }),
      ),
    store,
    unanswered,
    say: (key: string) =>
      store.database
        .insert(messages)
        .values({
          message_uuid: key,
          conversation_uuid: 'one',
          family_member_uuid: 'olga',
          role: 'user',
          content: 'Forget Biscuit.',
          context: {},
          emotion: 'neutral',
          confidence: 1,
          degraded: false,
          memories_used: [],
          created_at: iso(clock.now()),
          changes: [],
          off_record: false,
        })
        .run(),
    keys: () => client.prepare('SELECT idempotency_key FROM unanswered_messages ORDER BY 1').pluck().all(),
  }
}

describe('A message that was not answered', () => {
  it('is known for 7 days', () => {
    const { clock, begin, keys } = openUnanswered()
    begin('a')
    clock.advance(7 * dayMs)
    begin('b')
    assert.deepEqual(keys(), ['a', 'b'])
    clock.advance(1)
    begin('c')
    assert.deepEqual(keys(), ['b', 'c'])
  })

  it('stays known where the clock was set, so that it is not taken for another one', () => {
    const { clock, begin, keys } = openUnanswered()
    begin('a')
    clock.setTime(clock.now() + 400 * dayMs)
    begin('b')
    assert.deepEqual(keys(), ['a', 'b'])
  })

  it('tells what was done because of it, also in the words of an earlier version', () => {
    const { begin, say, store, unanswered } = openUnanswered()
    begin('a')
    say('a')
    const done = [{ kind: 'forget asked', interaction_id: 'i' }, { kind: 'kept all' }, { kind: 'forgot' }]
    store.write((tx) => unanswered.performed(tx, 'olga', 'a', { done, state: {} } as never))
    assert.deepEqual(unanswered.find('olga', 'a')?.actions, {
      done: [
        { kind: 'forget_confirmation', interaction_id: 'i' },
        { kind: 'forget_declined' },
        { kind: 'forgot' },
      ],
      state: {},
    })
  })
})
