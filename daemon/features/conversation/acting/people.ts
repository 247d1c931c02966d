import { ageAsked, isSelf, renamed, spokenOf } from '../../../language/en/facts/asking.ts'
import type { Fact, Person } from '../../../language/person.ts'

/** Of whom a text speaks, among those whom the member told of. */
export function peopleIn(text: string, people: readonly Person[], member: string): Person[] {
  const { relations, names } = spokenOf(text)
  return people.filter(
    ({ family_member_uuid, name, relation }) =>
      (name !== null && names.includes(name.toLowerCase())) ||
      (family_member_uuid === member && relation !== null && relations.includes(relation)),
  )
}

/** The same question of somebody by their name instead of what they are, or the other way round; null where nobody has both. */
export function otherWords(question: string, people: readonly Person[], member: string): string | null {
  const relatives = peopleIn(question, people, member).flatMap(({ name, relation }) =>
    name !== null && relation !== null ? [{ name, relation }] : [],
  )
  // Of two sisters, or two Bens, it is open who is meant.
  const [one, ...others] = relatives
  return one && others.length === 0 ? renamed(question, one) : null
}

/** What was told of the age that a question asks for; null for any other question, and where it is not clear whose. */
export function ageToldFor(
  question: string,
  people: readonly Person[],
  member: string,
): { readonly person: Person; readonly age: Fact | null; readonly birthday: Fact | null } | null {
  const who = ageAsked(question)
  if (who === null) return null
  const [person, ...others] = isSelf(who)
    ? people.filter((one) => one.family_member_uuid === member && one.name === null && one.relation === null)
    : peopleIn(who, people, member)
  if (!person || others.length > 0) return null
  const factOf = (attribute: string) =>
    person.facts.find(
      (one) => one.attribute === attribute && one.modality === 'stated' && one.valid_to === null,
    ) ?? null
  const [age, birthday] = [factOf('age'), factOf('birthday')]
  return age || birthday ? { person, age, birthday } : null
}

/** The memory that says what holds instead of what another one states; null where it still holds. */
export function newerThan(memory_uuid: string, people: readonly Person[]): string | null {
  for (const { facts } of people)
    for (const old of facts.filter((one) => one.memory_uuid === memory_uuid && one.valid_to !== null)) {
      const newer = facts.find((one) => one.attribute === old.attribute && one.valid_from === old.valid_to)
      if (newer) return newer.memory_uuid
    }
  return null
}
