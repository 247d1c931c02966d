import { type Static, Type } from 'typebox'
import { closed } from '../../kernel/schema.ts'

const share = Type.Number({ minimum: 0, maximum: 1 })
const wanted = Type.Optional(share)

export const Preview = Type.Object(
  {
    traits: Type.Optional(
      Type.Object(
        {
          openness: wanted,
          conscientiousness: wanted,
          extraversion: wanted,
          agreeableness: wanted,
          neuroticism: wanted,
        },
        { ...closed, description: 'any of the five, each 0 to 1; the others as they are' },
      ),
    ),
    companion_name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]+$' }),
    ),
  },
  closed,
)
export type Preview = Static<typeof Preview>

export const Previewed = Type.Object({
  expression: Type.Object({
    tone: Type.String(),
    warmth: share,
    humor: share,
    formality: share,
    energy: share,
    verbosity: share,
  }),
  samples: Type.Array(
    Type.Object({
      said: Type.String({ description: 'an everyday remark' }),
      reply: Type.String({ description: 'what the built-in engine would answer' }),
    }),
  ),
})
export type Previewed = Static<typeof Previewed>
