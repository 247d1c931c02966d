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
  const tellers = Map.groupBy(rows, ({ family_member_uuid }) => family_member_uuid)
  return [...tellers].flatMap(([family_member_uuid, told]) =>
    [...whoIsWho(told)].map(([{ name, relation }, own]) => ({
      family_member_uuid,
      name,
      relation,
      facts: factsOf(own),
    })),
  )
}

type Identity = Pick<Person, 'name' | 'relation'>
const plain = (text: string | null) => text?.toLowerCase() ?? null

/** What one member told, by whom it is of. */
function whoIsWho(told: readonly FactRow[]): Map<Identity, FactRow[]> {
  const people: { identity: Identity; rows: FactRow[] }[] = []
  const same = (one: Identity, other: Identity) =>
    plain(one.name) === plain(other.name) && one.relation === other.relation
  const put = (identity: Identity, row: FactRow) => {
    const person = people.find((one) => same(one.identity, identity))
    if (person) person.rows.push(row)
    else people.push({ identity, rows: [row] })
  }
  const named = told.filter(({ name, relation }) => name !== null && relation !== null)
  const only = (fits: (one: FactRow) => boolean): Identity | null => {
    const fitting = named.filter(fits)
    const [first] = fitting
    return first && fitting.every((one) => same(one, first)) ? first : null
  }
  for (const row of told) {
    const { name, relation } = row
    const whole =
      name !== null && relation === null
        ? only((one) => plain(one.name) === plain(name))
        : name === null && relation !== null
          ? only((one) => one.relation === relation)
          : null
    put(whole ?? { name, relation }, row)
  }
  const self = people.filter(({ identity: { name, relation } }) => name === null && relation === null)
  const others = people.filter((one) => !self.includes(one))
  return new Map(
    [...self, ...others].map(({ identity: { name, relation }, rows }) => [{ name, relation }, rows]),
  )
}

/** What is said more than once counts once; a newer value of what has one takes the place of the older. */
function factsOf(rows: readonly FactRow[]): Fact[] {
  const facts: Fact[] = []
  for (const { attribute, value, modality, valid_from, valid_to, memory_uuid, content, confidence } of rows) {
    const fact = { attribute, value, modality, valid_from, valid_to, memory_uuid, content }
    const closes = closedBy(fact, cardinalityOf(attribute))
    for (const [at, older] of facts.entries())
      if (older.valid_to === null && closes(older)) facts[at] = { ...older, valid_to: valid_from }
    const again = facts.some((one) => one.valid_to === null && isSame(one, fact))
    if (again) continue
    const contradicted = facts.find((one) => one.valid_to === null && contradicting(one, fact))
    const contradicts = contradicted?.memory_uuid ?? null
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

const isSame = (one: Value, other: Value) => one.modality === other.modality && sameValue(one, other)

/** Whether two give values to what never changes that cannot both be right. */
const contradicting = (one: Value, other: Value) =>
  one.attribute === other.attribute &&
  one.modality === other.modality &&
  cardinalityOf(one.attribute) === 'constant' &&
  !agree(one.value, other.value)

/** Says of older facts whether a newer one says that they hold no longer. */
function closedBy(newer: Value, cardinality: Cardinality): (older: Value) => boolean {
  return (older) => {
    if (older.attribute !== newer.attribute) return false
    const over = newer.modality !== 'stated'
    if (over || older.modality !== 'stated')
      return older.modality !== newer.modality && sameValue(older, newer)
    return cardinality === 'one' && !sameValue(older, newer)
  }
}
