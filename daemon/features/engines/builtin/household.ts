import type { WhoAsked } from '../../../language/who-asked.ts'
import type { ReplyName } from '../../../language/en/replies.ts'
import type { Introduced, Turn } from '../../../language/turn.ts'

/** What a reply says of somebody, or of all, whom the household has introduced. */
export interface Introduction {
  readonly name: ReplyName
  readonly values: Readonly<Record<string, string>>
}

/** No more people of one name are told of. */
const maxNamed = 3
const maxListed = 30

/** What the household has introduced of whom a question asks for; empty where that is nobody. */
export function introductionsOf(
  who: WhoAsked,
  { household = [], speaker }: Pick<Turn, 'household' | 'speaker'>,
): Introduction[] {
  const member = speaker.family_member_uuid
  switch (who.kind) {
    case 'self':
      return [{ name: 'yourself', values: { person: speaker.full_name } }]
    case 'household':
      return household.length > 0 ? [listOf(household)] : []
    default:
      return household
        .filter((one) => isAsked(one, who, member))
        .slice(0, maxNamed)
        .map((one) => introductionOf(one, household, member))
  }
}

const isAsked = (
  { full_name, related_to, relationship }: Introduced,
  who: Extract<WhoAsked, { kind: 'name' | 'relation' }>,
  member: string,
) => (who.kind === 'name' ? isNamed(full_name, who.name) : related_to === member && who.is(relationship))

function introductionOf(one: Introduced, household: readonly Introduced[], member: string): Introduction {
  const { full_name: person, kind, relationship, related_to, person_uuid } = one
  if (person_uuid === member) return { name: 'yourself', values: { person } }
  if (kind === 'member') return { name: 'member', values: { person, relationship } }
  if (related_to === member) return { name: 'guest of yours', values: { person, relationship } }
  const whose = household.find((other) => other.person_uuid === related_to)?.full_name
  return whose === undefined
    ? { name: 'guest', values: { person, relationship } }
    : { name: 'guest of another', values: { person, relationship, whose } }
}

function listOf(household: readonly Introduced[]): Introduction {
  const ordered = ['member', 'guest'].flatMap((kind) => household.filter((one) => one.kind === kind))
  const shown = ordered.slice(0, maxListed)
  return {
    name: ordered.length > shown.length ? 'household, more' : 'household',
    values: {
      list: shown.map(({ full_name, relationship }) => `- ${full_name} (${relationship})`).join('\n'),
      shown: String(shown.length),
      count: String(ordered.length),
    },
  }
}

const wordsOf = (name: string) => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether each word of a name is one of a full name: "Anna" or "Anna Berg" of "Anna Maria Berg". */
function isNamed(full_name: string, name: string): boolean {
  const asked = wordsOf(name)
  return asked.length > 0 && new Set(asked).isSubsetOf(new Set(wordsOf(full_name)))
}
