import { agree, type Cardinality, cardinalityOf, precision } from '../../../language/en/facts/facts.ts'
import type { facts } from '../tables.ts'

/** What a memory that still holds, or held once, states; the times in milliseconds since the epoch. */
export interface FactRow {
  readonly name: string | null
  readonly relation: string | null
  readonly attribute: string
  readonly value: string
  readonly modality: (typeof facts.$inferSelect)['modality']
  readonly memory_id: number
  readonly memory_uuid: string
  readonly content: string
  /** Who told it. */
  readonly family_member_uuid: string
  readonly confidence: number
  readonly valid_from: number
  /** When the memory was put right; null where it holds. */
  readonly valid_to: number | null
}

/** A fact of somebody; the times in milliseconds since the epoch. */
export interface Fact {
  readonly attribute: string
  /** As it was said. */
  readonly value: string
  /** `past` and `denied` say that it does not hold. */
  readonly modality: FactRow['modality']
  readonly valid_from: number
  /** Since when something else is known; null where it is what is known now. */
  readonly valid_to: number | null
  /** The memory that states it, word for word. */
  readonly memory_uuid: string
  readonly content: string
  /** 0 to 1. */
  readonly confidence: number
  /** The memory that states something else of what never changes; null where none does. */
  readonly contradicts: string | null
}

/** Somebody whom a member has told of, or the member. */
export interface Person {
  /** Who told of them. */
  readonly family_member_uuid: string
  /** Null where it is not known, and for the member. */
  readonly name: string | null
  /** What they are to who told of them; null where it is not known, and for the member. */
  readonly relation: string | null
  /** The oldest first. */
  readonly facts: readonly Fact[]
}

/**
 * The people of a household by what is known of them, first who tells, then those whom they told of first. "My sister" and
 * "Anna" are one where one sister is called Anna; two of one name stay two, and what is said of the bare name is of neither.
 */
export function peopleOf(rows: readonly FactRow[]): Person[] {
  const tellers = new Map<string, FactRow[]>()
  for (const row of rows) {
    const told = tellers.get(row.family_member_uuid)
    if (told) told.push(row)
    else tellers.set(row.family_member_uuid, [row])
  }
  const people: Person[] = []
  for (const [family_member_uuid, told] of tellers)
    for (const { identity, rows: own } of whoIsWho(told))
      people.push({ family_member_uuid, ...identity, facts: factsOf(own) })
  return people
}

type Identity = Pick<Person, 'name' | 'relation'>
const plain = (text: string | null) => text?.toLowerCase() ?? null

interface ToldOf {
  readonly identity: Identity
  readonly rows: FactRow[]
}

const same = (one: Identity, other: Identity) =>
  plain(one.name) === plain(other.name) && one.relation === other.relation

/** What one member told, by whom it is of, the member first. */
function whoIsWho(told: readonly FactRow[]): ToldOf[] {
  const self: ToldOf[] = []
  const others: ToldOf[] = []
  for (const row of told) {
    const identity = wholeIdentity(row, told)
    const people = identity.name === null && identity.relation === null ? self : others
    const person = people.find((one) => same(one.identity, identity))
    if (person) person.rows.push(row)
    else people.push({ identity, rows: [row] })
  }
  return [...self, ...others]
}

/** Whom a fact is of: by a bare name or a bare relation, the one person who was told of by both, where there is only one. */
function wholeIdentity({ name, relation }: FactRow, told: readonly FactRow[]): Identity {
  const bare = { name, relation }
  if ((name === null) === (relation === null)) return bare
  let whole: Identity | null = null
  for (const one of told) {
    if (one.name === null || one.relation === null) continue
    if (name === null ? one.relation !== relation : plain(one.name) !== plain(name)) continue
    if (whole && !same(whole, one)) return bare
    whole ??= { name: one.name, relation: one.relation }
  }
  return whole ?? bare
}

/** What is said more than once counts once; a newer value of what has one takes the place of the older. */
function factsOf(rows: readonly FactRow[]): Fact[] {
  const facts: Fact[] = []
  for (const { attribute, value, modality, valid_from, valid_to, memory_uuid, content, confidence } of rows) {
    const fact = { attribute, value, modality, valid_from, valid_to, memory_uuid, content }
    const cardinality = cardinalityOf(attribute)
    for (const [at, older] of facts.entries())
      if (older.valid_to === null && closes(fact, older, cardinality))
        facts[at] = { ...older, valid_to: valid_from }
    let again = false
    let contradicts: string | null = null
    for (const one of facts) {
      if (one.valid_to !== null) continue
      if (one.modality === modality && sameValue(one, fact)) again = true
      else if (contradicts === null && contradicting(one, fact)) contradicts = one.memory_uuid
    }
    if (again) continue
    facts.push({ ...fact, confidence: confidence * precision, contradicts })
  }
  return facts
}

type Value = Pick<Fact, 'attribute' | 'value' | 'modality'>

/** Whether two give the same value, in the same or in fewer words: "the bakery" is "the bakery in Vine Street". */
function sameValue(one: Value, other: Value): boolean {
  const [a, b] = [plain(one.value) ?? '', plain(other.value) ?? '']
  return one.attribute === other.attribute && (a.includes(b) || b.includes(a))
}

/** Whether two give values to what never changes that cannot both be right. */
const contradicting = (one: Value, other: Value) =>
  one.attribute === other.attribute &&
  one.modality === other.modality &&
  cardinalityOf(one.attribute) === 'constant' &&
  !agree(one.value, other.value)

/** Whether a newer fact says that an older one holds no longer. */
function closes(newer: Value, older: Value, cardinality: Cardinality): boolean {
  if (older.attribute !== newer.attribute) return false
  const over = newer.modality !== 'stated'
  if (over || older.modality !== 'stated') return older.modality !== newer.modality && sameValue(older, newer)
  return cardinality === 'one' && !sameValue(older, newer)
}
