import { Type } from 'typebox'
import { iso } from '../../../kernel/clock.ts'
import { memberOf, NoMember } from '../../../kernel/scope.ts'
import { operation } from '../../../kernel/operation.ts'
import { closed, Id, Moment, nullable } from '../../../kernel/schema.ts'
import type { Facts } from './facts.ts'

const Fact = Type.Object(
  {
    attribute: Type.String({ description: 'such as `lives in`, `works`, `birthday` or `favourite colour`' }),
    value: Type.String({ description: 'as it was said' }),
    modality: Type.Enum(['stated', 'past', 'denied'], {
      description: '`past` and `denied` say that it does not hold, or no longer',
    }),
    valid_from: Moment,
    valid_to: nullable(Moment),
    memory_uuid: Id,
    content: Type.String({ description: 'the memory that states it, word for word' }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    contradicts: nullable(
      Type.String({
        format: 'uuid',
        description: 'the memory that states something else of what never changes',
      }),
    ),
  },
  { $id: 'Fact' },
)

const Person = Type.Object(
  {
    family_member_uuid: Id,
    name: nullable(Type.String()),
    relation: nullable(Type.String({ description: 'what they are to who told of them' })),
    facts: Type.Array(Fact),
  },
  { $id: 'Person' },
)

const Wanted = Type.Object(
  { history: Type.Optional(Type.Boolean({ description: 'also what holds no longer' })) },
  closed,
)

/** What the companion knows of people, as it is stated in memories. */
export function factOperations({ facts }: { readonly facts: Facts }) {
  return {
    'memory.facts': operation({
      rest: 'GET /memory/facts',
      access: 'member',
      summary: 'What is known of you and of the people you told of',
      description:
        'Each fact stands beside the memory that states it, and is gone with it. Yours first; of others what they share ' +
        'with the household, with who told it. Only what was stated plainly is a fact: what was hoped, guessed, asked or ' +
        'reported is a memory alone.',
      input: Wanted,
      output: Type.Object({ people: Type.Array(Person) }),
      errors: [NoMember],
    }).handle(({ history = false }, { caller }) => {
      const member = memberOf(caller)
      const people = facts
        .people(member)
        .toSorted(
          (one, other) =>
            Number(other.family_member_uuid === member) - Number(one.family_member_uuid === member),
        )
      return {
        people: people.flatMap((person) => {
          const shown = person.facts
            .filter(({ valid_to }) => history || valid_to === null)
            .map(({ valid_from, valid_to, ...fact }) => ({
              ...fact,
              valid_from: iso(valid_from),
              valid_to: valid_to === null ? null : iso(valid_to),
            }))
          return shown.length === 0 ? [] : [{ ...person, facts: shown }]
        }),
      }
    }),
  }
}
