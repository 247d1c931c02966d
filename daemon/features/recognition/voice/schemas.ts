import { type Static, Type } from 'typebox'
import { closed, Id, Moment, nullable } from '../../../kernel/schema.ts'
import { audioFormats } from './audio.ts'

/** The longest recording, in bytes: 30 s of two channels at 48 kHz with 16 bits, and the head of a file. */
export const maxAudioBytes = 5_800_000

/** The media types of a body that is the recording itself, with the format that each is. */
export const mediaTypes = {
  'audio/l16': 'audio/L16;rate=16000',
  'audio/wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/ogg': 'audio/ogg',
} as const satisfies Record<string, (typeof audioFormats)[number]>

export const NewSample = Type.Object(
  {
    audio: Type.String({
      minLength: 4,
      maxLength: Math.ceil(maxAudioBytes / 3) * 4,
      contentEncoding: 'base64',
      description: 'the recording, in base64; 30 s at most',
    }),
    format: Type.Enum([...audioFormats], {
      description: 'samples of 16 bits in one channel at 16 kHz, a WAV file, or Opus in Ogg',
    }),
  },
  closed,
)

export const Sample = Type.Object({
  sample_uuid: Id,
  speech_seconds: Type.Number({ minimum: 0, description: 'how much of it is speech' }),
  expires_at: Moment,
})

const Model = Type.String({ description: 'the model that made it; voices of two models are never compared' })

export const OwnVoice = Type.Object(
  {
    available: Type.Boolean({
      description: 'whether voices can be told apart here: an admin has supplied a model of speakers',
    }),
    enrolled: Type.Boolean(),
    model: nullable(Model),
    speech_seconds: Type.Number({ minimum: 0 }),
    created_at: nullable(Moment),
    kept_samples: Type.Integer({ minimum: 0, description: 'recordings that are kept, encrypted' }),
    outdated: Type.Boolean({
      description:
        'whether it is of a model that is not in use: it says nothing of who speaks until it is enrolled again',
    }),
    required_seconds: Type.Number({ description: 'how much speech an enrolment takes' }),
  },
  { $id: 'OwnVoice' },
)
export type OwnVoice = Static<typeof OwnVoice>
export const VoiceResult = Type.Object({ voice: OwnVoice })

export const maxSamples = 10

export const Enrolment = Type.Object(
  {
    sample_uuids: Type.Array(Id, { minItems: 1, maxItems: maxSamples, uniqueItems: true }),
    keep_samples: Type.Optional(
      Type.Boolean({
        description: 'keep the recordings as well, encrypted; they are deleted unless it is true',
      }),
    ),
    password: Type.Optional(
      Type.String({ maxLength: 1_024, description: 'needed where the last sign-in is over 5 min ago' }),
    ),
  },
  closed,
)
