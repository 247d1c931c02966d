import { iso } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import type { Erasures } from '../../store/erasures.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { ConversationEvent } from './event-schemas.ts'
import type { ReadMarkers } from './read-markers.ts'
import type { RemovedCounts } from './removals.ts'
import type { Conversations } from './store.ts'
import type { UnansweredMessages } from './unanswered.ts'

/** How long what is off the record stays where nobody goes on, in milliseconds: a day. */
const offRecordMs = 86_400_000
const hour = 3_600_000

interface DeletingDependencies {
  readonly store: Store
  readonly clock: TrustedClock
  readonly log: Log
  readonly once: Idempotency
  readonly erasures: Erasures<'conversation' | 'message'>
  readonly conversations: Conversations
  readonly unanswered: UnansweredMessages
  readonly readMarkers: ReadMarkers
  readonly event: (family_member_uuid: string, payload: ConversationEvent) => void
}

/**
 * Deletes what was said for good: its words in the database, in the write-ahead log, in answers that would be repeated, and
 * in what a backup brings back.
 */
export function openDeleting(dependencies: DeletingDependencies) {
  const { once, erasures, conversations, unanswered, readMarkers, event } = dependencies

  /** The messages as they are given: whoever deletes what was asked deletes what was answered too. */
  const messages = (tx: Transaction, member: string, message_uuids: readonly string[]): void => {
    if (message_uuids.length === 0) return
    tx.scrub()
    const owner = `user:${member}`
    for (const message_uuid of message_uuids)
      once.bury(tx, owner, unanswered.forget(tx, member, message_uuid))
    conversations.removeMessages(tx, member, message_uuids)
    once.forget(tx, message_uuids)
    erasures.record(tx, 'message', message_uuids)
    tx.afterCommit(() => event(member, { event: 'deleted', message_uuids: [...message_uuids] }))
  }

  const conversation = (tx: Transaction, member: string, conversation_uuid: string): RemovedCounts => {
    tx.scrub()
    once.bury(tx, `user:${member}`, unanswered.forgetIn(tx, member, conversation_uuid))
    const removed = conversations.removeConversation(tx, member, conversation_uuid)
    once.forget(tx, [conversation_uuid])
    erasures.record(tx, 'conversation', [conversation_uuid])
    return removed
  }

  return {
    messages,
    conversation,

    /** All that a member and the companion have said. */
    all: (tx: Transaction, member: string): RemovedCounts => {
      const owner = `user:${member}`
      tx.scrub()
      once.bury(tx, owner, unanswered.erase(tx, member))
      readMarkers.erase(tx, member)
      // An answer is kept with the key of its message too.
      once.forgetOf(tx, owner, '$.message.message_uuid')
      return conversations.deleteAll(tx, member)
    },

    /** What leaves nothing once a conversation is left: what was off the record there, or all of a temporary one. */
    left: (tx: Transaction, member: string): void => {
      const current = conversations.current(member)
      if (!current) return
      const { conversation_uuid, temporary } = current
      if (temporary) conversation(tx, member, conversation_uuid)
      else messages(tx, member, conversations.offRecord(member, conversation_uuid))
    },

    ...sweeping(dependencies, messages),
  }
}

/** Deletes what is off the record once it is a day old. */
function sweeping(
  { store, clock, log, conversations }: DeletingDependencies,
  remove: (tx: Transaction, member: string, message_uuids: readonly string[]) => void,
) {
  let cancel = () => {}
  const sweep = () => {
    try {
      const old = clock.isTrusted() ? conversations.offRecordBefore(clock.now() - offRecordMs) : []
      const byMember = Map.groupBy(old, ({ family_member_uuid }) => family_member_uuid)
      if (old.length > 0)
        store.write((tx) => {
          for (const [member, rows] of byMember)
            remove(
              tx,
              member,
              rows.map(({ message_uuid }) => message_uuid),
            )
        })
    } catch (error) {
      log.error({ err: error, at: iso(clock.now()) }, 'what is off the record could not be deleted')
    }
    cancel = clock.after(hour, sweep)
  }
  cancel = clock.after(0, sweep)
  return { stop: () => cancel() }
}

export type Deleting = ReturnType<typeof openDeleting>
