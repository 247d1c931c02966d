import type { Introduced, OpenGoal, RetrievedMemory, Turn } from '../../../language/turn.ts'
import type { Person } from '../../../language/person.ts'
import { quoted } from './quoting.ts'
import { minuteIn } from './situation.ts'

/** Nothing takes more, in characters. */
const [maxMemory, maxGoal, maxValue, maxName] = [600, 160, 80, 60]
/** So many facts of somebody are told, the newest. */
const maxFacts = 12

/** A memory in a line for a model: when it was told, and by whom. */
export const memoryLine =
  ({ time_zone, speaker }: Pick<Turn, 'time_zone' | 'speaker'>) =>
  ({ content, kind, created_at, superseded_by, said_by }: RetrievedMemory): string => {
    const by = quoted(said_by ?? speaker.full_name, maxName)
    const outdated = superseded_by === null ? '' : ' outdated="yes"'
    return `<memory kind="${kind}" at="${minuteIn(time_zone, created_at)}" by="${by}"${outdated}>${quoted(content, maxMemory)}</memory>`
  }

/** A goal or a reminder in a line for a model. */
export const goalLine =
  (timeZone: string) =>
  ({ title, status, due_at, repeats }: OpenGoal): string => {
    const due = due_at === null ? '' : ` due="${minuteIn(timeZone, due_at)}"`
    return `<goal status="${quoted(status, 20)}"${due}${repeats ? ' repeating="yes"' : ''}>${quoted(title, maxGoal)}</goal>`
  }

/** Who lives here or visits, without the member, a line each: those first whom the message names. */
export function householdLines({ household = [], speaker, content }: Turn): string[] {
  const text = content.toLowerCase()
  const named = ({ full_name }: Introduced) =>
    full_name
      .toLowerCase()
      .split(/\s+/)
      .some((word) => text.includes(word))
  return household
    .filter(({ person_uuid }) => person_uuid !== speaker.family_member_uuid)
    .toSorted((one, other) => Number(named(other)) - Number(named(one)))
    .map(({ full_name, kind, relationship, related_to }) => {
      const whose =
        household.find(({ person_uuid }) => person_uuid === related_to)?.full_name ?? 'the household'
      return personTag({ name: full_name, relation: relationship, of: whose }, `${kind} of the household`)
    })
}

/** A line of somebody, with what is known of what says who they are. */
function personTag(who: Readonly<Record<string, string | null>>, content: string): string {
  const words = Object.entries(who).flatMap(([key, value]) =>
    value === null ? [] : [`${key}="${quoted(value, maxName)}"`],
  )
  return `<person ${words.join(' ')}>${content}</person>`
}

/**
 * What is known to hold of the member and of the people they told of, a line each: the member first, then whom the message
 * names, then who was told of last.
 */
export function personLines({ people = [], speaker, content }: Turn): string[] {
  const member = speaker.family_member_uuid
  const text = content.toLowerCase()
  const rank = (one: Person) => {
    if (isSelf(one) && one.family_member_uuid === member) return 2
    return [one.name, one.relation].some((word) => word !== null && text.includes(word.toLowerCase())) ? 1 : 0
  }
  const latest = ({ facts }: Person) => Math.max(0, ...facts.map(({ valid_from }) => valid_from))
  return people
    .toSorted((one, other) => rank(other) - rank(one) || latest(other) - latest(one))
    .flatMap((one) => personLine(one, speaker) ?? [])
}

const isSelf = ({ name, relation }: Person) => name === null && relation === null

function personLine(person: Person, speaker: Turn['speaker']): string | null {
  const holding = person.facts.filter(
    ({ valid_to, modality, attribute }) => valid_to === null && modality !== 'past' && attribute !== 'name',
  )
  const own = person.family_member_uuid === speaker.family_member_uuid
  const self = isSelf(person)
  // Somebody of whom only the name is known is worth a line; the member is named in the instructions.
  if (holding.length === 0 && (self || person.name === null || person.relation === null)) return null
  const facts = holding
    .toSorted((one, other) => other.valid_from - one.valid_from)
    .slice(0, maxFacts)
    .map(
      ({ attribute, value, modality }) =>
        `${quoted(attribute, maxValue)}: ${modality === 'denied' ? 'not ' : ''}${quoted(value, maxValue)}`,
    )
  const who = {
    name: self && own ? speaker.full_name : person.name,
    relation: person.relation,
    told_by: own ? null : (person.told_by ?? ''),
  }
  return personTag(who, facts.join('; '))
}
