import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Store } from '../../store/store.ts'
import type { Recalled } from './exchange/engine.ts'
import type { Choice, Ports } from './ports.ts'
import type { Conversations } from './store.ts'

interface ContradictionsDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly clock: Clock
  readonly conversations: Conversations
  readonly ports: Pick<Ports, 'ask' | 'findInteraction' | 'memory'>
}

/** Memories that cannot both hold: the member is asked which one does, and the other is history from then on. */
export function openContradictions({ store, bus, clock, conversations, ports }: ContradictionsDependencies) {
  /** Looks what became of the question which of two memories holds. */
  const chosen = (family_member_uuid: string, interaction_id: string): void => {
    const asked = ports.findInteraction(interaction_id)
    if (asked && ['pending', 'deferred', 'dismissed'].includes(asked.status)) return
    const answer_text = asked?.answer_text ?? null
    const found = store.write((tx) => conversations.takeContradiction(tx, family_member_uuid, interaction_id))
    if (!found || answer_text === null) return
    const { older_uuid, newer_uuid } = found
    const older = ports.memory.find(family_member_uuid, older_uuid)
    const [holds, over] = older?.content === answer_text ? [older_uuid, newer_uuid] : [newer_uuid, older_uuid]
    ports.memory.settle(family_member_uuid, holds, over)
  }
  const stopListening = bus.subscribe('interaction.transitions', {
    receive: ({ payload }) => {
      const { user_id, interaction_id } = payload['interaction'] as {
        user_id: string
        interaction_id: string
      }
      if (conversations.isContradiction(user_id, interaction_id)) chosen(user_id, interaction_id)
    },
  })

  return {
    /** Asks the member which of two memories holds. */
    doubt: (member: string, older: Recalled, newer: { memory_uuid: string; content: string }): void =>
      store.write((tx) =>
        conversations.contradicted(tx, {
          interaction_id: ports.ask(tx, choiceOf(member, older.content, newer.content)),
          family_member_uuid: member,
          older_uuid: older.memory_uuid,
          newer_uuid: newer.memory_uuid,
          created_at: iso(clock.now()),
        }),
      ),

    /** Takes up what was answered while nobody was there. */
    settle: (): void => {
      for (const { family_member_uuid, interaction_id } of conversations.contradictions())
        chosen(family_member_uuid, interaction_id)
    },

    stop: stopListening,
  }
}

function choiceOf(user_id: string, older: string, newer: string): Choice {
  return {
    user_id,
    interaction_type: 'choice',
    title: 'Which one holds?',
    prompt: `You told me: "${newer}". Before, you told me: "${older}". Which one holds?`,
    category: 'memory',
    requirement: 'optional',
    severity: 'low',
    allowed_options: [newer, older],
  }
}
