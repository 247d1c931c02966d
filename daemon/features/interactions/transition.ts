import { randomUUID } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { CallerKey } from '../../kernel/scope.ts'
import type { Transaction } from '../../store/store.ts'
import { NotPending } from './failures.ts'
import { type Action, assertAllowed, type Changes, transitions } from './rules.ts'
import type { Interaction, InteractionEvent, Transition } from './schemas.ts'
import type { InteractionRow, Interactions } from './store.ts'

/** Who makes a step, through which key, and whether the admins are told beside the member. */
export interface By {
  readonly actor: string
  readonly key?: Pick<CallerKey, 'name'> | null
  readonly broadcast?: boolean
  readonly session_uuid?: string | null
}

export interface Recorder {
  /** Makes one step that the rules allow, with its event, its notification after the commit; else throws. */
  step(tx: Transaction, row: InteractionRow, action: Action, by: By, changes?: Changes): Transition
  /** Puts a new interaction into the database, with its `created` event, its payload and its notification. */
  create(
    tx: Transaction,
    row: InteractionRow,
    by: By,
    payload_json?: InteractionEvent['payload_json'],
  ): Transition
}

/** The topic of one member's notifications, or of those for all admins. */
export const notifications = (whose: string) => `interaction.notifications.${whose}`

/** The interaction as everyone outside sees it. */
export function toInteraction(row: InteractionRow): Interaction {
  const { defer_until: _until, asked_by: _asker, asked_by_key: _key, ...interaction } = row
  return interaction
}

/** Writes what happens to interactions: the row, the event and, once both are durable, the notification. */
export function openRecorder(store: Interactions, bus: Bus, clock: Clock): Recorder {
  const record = (
    tx: Transaction,
    row: InteractionRow,
    { actor, key, broadcast, session_uuid = null }: By,
    event: Pick<InteractionEvent, 'event_type' | 'from_status' | 'payload_json'>,
  ): Transition => {
    const written: InteractionEvent = {
      event_id: randomUUID(),
      interaction_id: row.interaction_id,
      user_id: row.user_id,
      correlation_id: row.correlation_id,
      actor,
      event_type: event.event_type,
      from_status: event.from_status,
      to_status: row.status,
      payload_json: event.payload_json,
      created_at: row.updated_at,
      via: key?.name ?? null,
    }
    store.insertEvent(tx, written)
    const transition = { interaction: toInteraction(row), event: written }
    tx.afterCommit(() => {
      bus.publish('interaction.transitions', transition, { family_member_uuid: row.user_id, session_uuid })
      for (const whose of broadcast ? [row.user_id, 'admin'] : [row.user_id]) {
        bus.publish(notifications(whose), transition, { family_member_uuid: row.user_id })
      }
    })
    return transition
  }

  return {
    step: (tx, row, action, by, changes = {}) => {
      assertAllowed(action, row, changes)
      const rule = transitions[action]
      const now = iso(clock.now())
      const next: InteractionRow = {
        ...row,
        ...changes,
        status: rule.to,
        defer_until: changes.defer_until ?? null,
        answered_at: action === 'answer' ? now : row.answered_at,
        updated_at: now,
      }
      if (!store.update(tx, row.status, next)) throw NotPending()
      return record(tx, next, by, {
        event_type: rule.event,
        from_status: row.status,
        payload_json: { ...changes },
      })
    },

    create: (tx, row, by, payload_json = {}) => {
      store.insert(tx, row)
      return record(tx, row, by, { event_type: 'created', from_status: null, payload_json })
    },
  }
}
