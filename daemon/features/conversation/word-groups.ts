import { stemmer } from 'stemmer'
import { fieldsOfLife, kindsOfThings, rolesOfPeople, sameMeaning } from './word-tables.ts'

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

const stemsOf = (line: string) => line.split(' ').map(stemmer)

/** With which other stems each stem shares a line. */
function companionsIn(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const companions = new Map<string, Set<string>>()
  for (const line of linesOf(text)) {
    const stems = stemsOf(line)
    for (const stem of stems) companions.set(stem, new Set([...(companions.get(stem) ?? []), ...stems]))
  }
  return companions
}

const meanings = companionsIn(`${rolesOfPeople.trimEnd()}\n${sameMeaning.trim()}`)
const fields = companionsIn(fieldsOfLife)

/** What is of each kind, in every word for it, by every word for the kind. */
const kinds = new Map<string, Set<string>>()
for (const line of linesOf(kindsOfThings)) {
  const [kind = '', members = ''] = line.split(': ')
  const all = stemsOf(members).flatMap((stem) => [stem, ...(meanings.get(stem) ?? [])])
  for (const name of [stemmer(kind), ...(meanings.get(stemmer(kind)) ?? [])])
    kinds.set(name, new Set([...(kinds.get(name) ?? []), ...all]))
}

/** Whether two stems mean the same in everyday talk. */
export function meanSame(one: string, other: string): boolean {
  return one === other || (meanings.get(one)?.has(other) ?? false)
}

/** Whether two stems are of the same field of life, such as a stadium and a match. */
export function belongTogether(one: string, other: string): boolean {
  return fields.get(one)?.has(other) ?? false
}

/** Whether `stem` is of a kind, such as a puppy of the pets. */
export function isKindOf(stem: string, kind: string): boolean {
  return kinds.get(kind)?.has(stem) ?? false
}

/** By which one name each role goes. */
const roles = new Map(
  linesOf(rolesOfPeople).flatMap((line) => {
    const stems = stemsOf(line)
    return stems.map((stem) => [stem, stems[0] ?? stem])
  }),
)

/** The role that a stem names, by one name for all words of it; null for none. */
export function roleOf(stem: string): string | null {
  return roles.get(stem) ?? null
}
