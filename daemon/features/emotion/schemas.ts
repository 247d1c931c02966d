import { type Static, Type } from 'typebox'
import { listOf, paging } from '../../kernel/paging.ts'
import { closed, Moment, nullable } from '../../kernel/schema.ts'
import { emotionNames } from './emotion-vector.ts'

const Axis = (description: string) => Type.Number({ minimum: -1, maximum: 1, description })
const moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

const axes = {
  valence: Axis('how pleasant'),
  arousal: Axis('how awake'),
  dominance: Axis('how much in control'),
}
const Name = Type.Enum([...emotionNames], { description: 'the named emotion that is nearest' })

export const EmotionState = Type.Object(
  {
    ...axes,
    emotion: Name,
    intensity: Type.Number({ minimum: 0, maximum: 1, description: 'how far from neutral' }),
    updated_at: Type.String({ format: 'date-time', description: 'when this is so; it fades all the time' }),
  },
  { $id: 'EmotionState' },
)
export type EmotionState = Static<typeof EmotionState>

export const Listing = Type.Object(
  {
    from: moment('the earliest moment, included'),
    to: moment('the latest moment, not included'),
    ...paging,
    interval: Type.Optional(
      Type.Enum(['raw', 'hour', 'day'], {
        default: 'raw',
        description: 'every change, or the mean of those of each hour or day (UTC)',
      }),
    ),
  },
  closed,
)
export type Listing = Static<typeof Listing>

const EmotionMoment = Type.Object(
  {
    ...axes,
    emotion: Name,
    cause: Type.String({ description: 'of an hour or a day what moved most in it' }),
    created_at: Moment,
  },
  { $id: 'EmotionMoment' },
)
export type EmotionMoment = Static<typeof EmotionMoment>

export const History = listOf(EmotionMoment)

const point = { valence: Type.Number(), arousal: Type.Number(), dominance: Type.Number() }

const EmotionCause = Type.Object(
  {
    cause: Type.String(),
    message_uuid: nullable(Type.String({ format: 'uuid' })),
    created_at: Moment,
    share: Type.Object(point),
  },
  { $id: 'EmotionCause' },
)

export const Reasons = Type.Object(
  {
    state: EmotionState,
    baseline: Type.Object(point, { description: 'what it falls back to, half of the way every 10 minutes' }),
    entries: Type.Array(EmotionCause, {
      description: 'what moved it, the strongest now first; all shares and the baseline add up to the state',
    }),
  },
  { $id: 'EmotionReasons' },
)
export type Reasons = Static<typeof Reasons>
