import { type Static, Type } from 'typebox'
import { listOf } from '../../kernel/paging.ts'
import { closed, Id, Moment, nullable } from '../../kernel/schema.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })

const Traits = Type.Object(
  {
    openness: Share,
    conscientiousness: Share,
    extraversion: Share,
    agreeableness: Share,
    neuroticism: Share,
  },
  { $id: 'Traits' },
)

const Expression = Type.Object(
  {
    tone: Type.String({ description: 'in a word, such as gentle, playful or matter-of-fact' }),
    warmth: Share,
    humor: Share,
    formality: Share,
    energy: Share,
    verbosity: Share,
  },
  { $id: 'Expression', description: 'how it comes across, by its traits and its mood' },
)
export type Expression = Static<typeof Expression>

export const Personality = Type.Object(
  { traits: Traits, expression: Expression, companion_name: Type.String(), updated_at: Moment },
  { $id: 'Personality' },
)
export type Personality = Static<typeof Personality>

export const Adjustment = Type.Object(
  {
    traits: Type.Optional(
      Type.Object(
        {
          openness: Type.Optional(Share),
          conscientiousness: Type.Optional(Share),
          extraversion: Type.Optional(Share),
          agreeableness: Type.Optional(Share),
          neuroticism: Type.Optional(Share),
        },
        { ...closed, minProperties: 1, description: 'any of the five, each 0 to 1; the others stay' },
      ),
    ),
    companion_name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 50,
        pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]+$',
      }),
    ),
  },
  { ...closed, minProperties: 1 },
)
export type Adjustment = Static<typeof Adjustment>

export const NewSnapshot = Type.Object(
  { label: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })) },
  closed,
)

export const ById = Type.Object({ id: Id }, closed)

export const Snapshot = Type.Object(
  {
    snapshot_uuid: Id,
    label: nullable(Type.String()),
    traits: Traits,
    companion_name: Type.String(),
    created_at: Moment,
  },
  { $id: 'PersonalitySnapshot' },
)
export type Snapshot = Static<typeof Snapshot>

export const SnapshotPage = listOf(Snapshot)
