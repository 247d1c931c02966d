import type { Bus } from '../../../bus/bus.ts'
import { type Clock, iso } from '../../../kernel/clock.ts'
import { contradiction } from '../../../language/en/questions.ts'
import type { Store } from '../../../store/store.ts'
import type { Ports } from '../ports.ts'
import type { Conversations } from '../store.ts'
import type { Fact } from '../../../language/person.ts'

interface ContradictingDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly clock: Clock
  readonly conversations: Conversations
  readonly ports: Pick<Ports, 'ask' | 'findInteraction' | 'memory'>
}

/** What never changes and was told in two ways: its member is asked which is right, and the other one is history then. */
export function openContradicting({ store, bus, clock, conversations, ports }: ContradictingDependencies) {
  const { memory } = ports
  const factOf = (member: string, memory_uuid: string, fits: (one: Fact) => boolean): Fact | undefined => {
    for (const { family_member_uuid, facts } of memory.people(member)) {
      if (family_member_uuid !== member) continue
      for (const fact of facts) if (fact.memory_uuid === memory_uuid && fits(fact)) return fact
    }
    return undefined
  }

  /** Looks what became of the question which is right. */
  const answered = (member: string, interaction_id: string): void => {
    const asked = conversations.contradiction(member, interaction_id)
    const { status, answer_text } = ports.findInteraction(interaction_id) ?? {}
    if (!asked || (status !== undefined && ['pending', 'deferred', 'dismissed'].includes(status))) return
    const { older_uuid, newer_uuid } = asked
    const isRight = (uuid: string) => factOf(member, uuid, ({ value }) => value === answer_text) !== undefined
    if (status === 'answered') {
      if (isRight(older_uuid)) memory.supersede(member, older_uuid, newer_uuid)
      else if (isRight(newer_uuid)) memory.supersede(member, newer_uuid, older_uuid)
    }
    // Last of all: where the daemon ends before, it is done anew.
    store.write((tx) => conversations.settled(tx, member, interaction_id))
  }

  const stop = bus.subscribe('interaction.transitions', {
    receive: ({ payload }) => {
      const { user_id, interaction_id } = payload['interaction'] as {
        user_id: string
        interaction_id: string
      }
      answered(user_id, interaction_id)
    },
  })

  return {
    /** Asks a member which is right, where a memory of theirs states something else of what never changes. */
    check: (member: string, memory_uuid: string): void => {
      const newer = factOf(member, memory_uuid, ({ contradicts }) => contradicts !== null)
      if (!newer) return
      const older = factOf(member, newer.contradicts ?? '', ({ attribute }) => attribute === newer.attribute)
      if (!older) return
      const contentOf = (one: Fact) => memory.find(member, one.memory_uuid)?.content ?? ''
      const values = [older.value, newer.value] as const
      store.write((tx) => {
        const interaction_id = ports.ask(tx, {
          user_id: member,
          interaction_type: 'choice',
          ...contradiction(newer.attribute, values, [contentOf(older), contentOf(newer)]),
          category: 'memory',
          requirement: 'optional',
          severity: 'low',
          allowed_options: [...values],
        })
        conversations.contradicted(tx, {
          interaction_id,
          family_member_uuid: member,
          older_uuid: older.memory_uuid,
          newer_uuid: newer.memory_uuid,
          created_at: iso(clock.now()),
        })
      })
    },

    /** Takes up what was answered while nobody was there. */
    resume: (): void => {
      for (const { family_member_uuid, interaction_id } of conversations.contradictions())
        answered(family_member_uuid, interaction_id)
    },

    stop,
  }
}
