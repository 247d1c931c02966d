import type { RetrievedMemory } from '../../../language/turn.ts'
import type { Ports } from '../ports.ts'
import type { Person } from '../../../language/person.ts'
import type { Remembering } from './remembering.ts'

/** A memory as it is kept: with the name of who said it only where that is of no member. */
export type StoredMemory = Omit<RetrievedMemory, 'said_by'> & { readonly speaker: string | null }

const firstName = (full_name: string) => full_name.split(/\s+/)[0] ?? full_name

/** The memory in which each says by whose mouth it came, where that was not the member's. */
export function withSpeakers(memory: Remembering<StoredMemory>, fullNameOf: Ports['nameOf']): Remembering {
  /** The first name of whoever is not the member, each looked up once. */
  const namesBeside = (member: string) => {
    const names = new Map<string, string | null>([[member, null]])
    return (uuid: string): string | null => {
      if (!names.has(uuid)) names.set(uuid, firstName(fullNameOf(uuid) ?? ''))
      return names.get(uuid) ?? null
    }
  }
  const named = (member: string) => {
    const nameOf = namesBeside(member)
    return ({ speaker, ...rest }: StoredMemory): RetrievedMemory => ({
      ...rest,
      said_by: speaker ?? nameOf(rest.family_member_uuid),
    })
  }
  const told = (member: string) => {
    const nameOf = namesBeside(member)
    return (person: Person): Person => ({ ...person, told_by: nameOf(person.family_member_uuid) })
  }
  return {
    ...memory,
    people: (member) => memory.people(member).map(told(member)),
    recall: async (member, text, limit) => (await memory.recall(member, text, limit)).map(named(member)),
    newest: (member, limit) => memory.newest(member, limit).map(named(member)),
    find: (member, memory_uuid) => {
      const stored = memory.find(member, memory_uuid)
      return stored && named(member)(stored)
    },
  }
}
