import { randomUUID } from 'node:crypto'
import type { Bus } from '../../../bus/bus.ts'
import { type Clock, iso } from '../../../kernel/clock.ts'
import type { Caller } from '../../../kernel/context.ts'
import type { Wording } from '../../../language/language.ts'
import type { Store } from '../../../store/store.ts'
import type { RetrievedMemory } from '../../../language/turn.ts'
import type { Ports } from '../ports.ts'
import type { Conversations, ForgettingRow } from '../store.ts'
import type { Message } from './transcript-search.ts'

interface ConfirmingDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly clock: Clock
  readonly conversations: Conversations
  readonly ports: Pick<Ports, 'ask' | 'decide' | 'findInteraction' | 'memory'>
}

/** Forgetting of several memories at once: their member is asked, and it is done once they approve. */
export function openConfirming({ store, bus, clock, conversations, ports }: ConfirmingDependencies) {
  /** The messages that are still there of those that go with what is asked about, and what they are forgotten as. */
  const unkeptOf = ({ family_member_uuid, unkept }: ForgettingRow) =>
    unkept.flatMap(({ memory_uuid, message_uuid }) => {
      const message = conversations.message(family_member_uuid, message_uuid)
      return message ? [{ memory_uuid, message }] : []
    })

  /** Looks what became of the question whether to forget. */
  const decided = (family_member_uuid: string, interaction_id: string): void => {
    const status = ports.findInteraction(interaction_id)?.status
    if (status !== undefined && ['pending', 'deferred', 'dismissed'].includes(status)) return
    const asked = conversations.forgetting(family_member_uuid, interaction_id)
    if (!asked) return
    if (status === 'approved') {
      ports.memory.forget(family_member_uuid, asked.memory_uuids)
      for (const { memory_uuid, message } of unkeptOf(asked))
        ports.memory.unsay(family_member_uuid, message, memory_uuid)
    }
    // Last of all: where the daemon ends before, it is done anew.
    store.write((tx) => conversations.decided(tx, family_member_uuid, interaction_id))
  }
  const stop = bus.subscribe('interaction.transitions', {
    receive: ({ payload }) => {
      const { user_id, interaction_id } = payload['interaction'] as {
        user_id: string
        interaction_id: string
      }
      decided(user_id, interaction_id)
    },
  })

  return {
    /** Asks a member whether all of some memories are to be forgotten; answers the id of the interaction. */
    confirm: (
      family_member_uuid: string,
      memories: readonly RetrievedMemory[],
      unkept: readonly Message[],
      { confirmation }: Pick<Wording, 'confirmation'>,
    ): string =>
      store.write((tx) => {
        const interaction_id = ports.ask(tx, {
          user_id: family_member_uuid,
          interaction_type: 'approval',
          ...confirmation(
            memories.map(({ content }) => content),
            unkept.length > 0,
          ),
          category: 'memory',
          requirement: 'optional',
          severity: memories.length + unkept.length > 1 ? 'high' : 'low',
        })
        const memory_uuids = memories.map(({ memory_uuid }) => memory_uuid)
        conversations.askedToForget(tx, {
          interaction_id,
          family_member_uuid,
          memory_uuids,
          unkept: unkept.map(({ message_uuid }) => ({ memory_uuid: randomUUID(), message_uuid })),
          created_at: iso(clock.now()),
        })
        return interaction_id
      }),

    /**
     * Takes a member's "yes" or "no" for the decision, as whoever says so; answers what was asked about, nothing where it is
     * decided already, `restricted` where a session that may do less has said it and may not.
     */
    decide: (
      family_member_uuid: string,
      interaction_id: string,
      yes: boolean,
      by: Caller,
    ): Pick<RetrievedMemory, 'memory_uuid' | 'content'>[] | 'restricted' => {
      const asked = conversations.forgetting(family_member_uuid, interaction_id)
      const memories = (asked?.memory_uuids ?? []).flatMap(
        (uuid) => ports.memory.find(family_member_uuid, uuid) ?? [],
      )
      const unremembered = (asked ? unkeptOf(asked) : []).map(({ memory_uuid, message }) => ({
        memory_uuid,
        content: message.content,
      }))
      const decision = yes ? 'approve' : 'reject'
      const decided = store.write((tx) => ports.decide(tx, family_member_uuid, interaction_id, decision, by))
      if (decided === 'restricted') return decided
      return decided ? [...memories, ...unremembered] : []
    },

    /** Takes up what was decided while nobody was there. */
    resume: (): void => {
      for (const { family_member_uuid, interaction_id } of conversations.forgettings())
        decided(family_member_uuid, interaction_id)
    },

    stop,
  }
}
