import type { Recalled } from '../exchange/engine.ts'
import type { Ports } from '../ports.ts'
import type { Person } from './person.ts'
import type { Remembering } from './remembering.ts'

/** A memory as it is kept: with the name of who said it only where that is of no member. */
export type Kept = Omit<Recalled, 'said_by'> & { readonly speaker: string | null }

const firstName = (full_name: string) => full_name.split(/\s+/)[0] ?? full_name

/** The memory in which each says by whose mouth it came, where that was not the member's. */
export function withSpeakers(memory: Remembering<Kept>, profile: Ports['profile']): Remembering {
  const named = (member: string) => {
    const known = new Map<string, string | null>([[member, null]])
    return ({ speaker, ...kept }: Kept): Recalled => {
      const { family_member_uuid } = kept
      if (!known.has(family_member_uuid))
        known.set(family_member_uuid, firstName(profile(family_member_uuid)?.full_name ?? ''))
      return { ...kept, said_by: speaker ?? known.get(family_member_uuid) ?? null }
    }
  }
  const tellers = (member: string) => (person: Person) => {
    const { family_member_uuid } = person
    const other = family_member_uuid !== member
    return { ...person, told_by: other ? firstName(profile(family_member_uuid)?.full_name ?? '') : null }
  }
  return {
    ...memory,
    people: (member) => memory.people(member).map(tellers(member)),
    recall: async (member, text, limit) => (await memory.recall(member, text, limit)).map(named(member)),
    newest: (member, limit) => memory.newest(member, limit).map(named(member)),
    find: (member, memory_uuid) => {
      const found = memory.find(member, memory_uuid)
      return found && named(member)(found)
    },
  }
}
