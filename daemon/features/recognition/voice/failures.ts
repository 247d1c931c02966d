import { failure } from '../../../kernel/errors.ts'
import { maxSeconds, type Refusal } from './sound.ts'
import { minSpeechSeconds } from './speech.ts'

const NotAudio = failure('INVALID_REQUEST', 'this is no recording, or a damaged one', 'not_audio')
const UnsupportedAudio = failure(
  'INVALID_REQUEST',
  'this kind of recording is not understood: send WAV, Opus in Ogg, or samples of 16 bits at 16 kHz',
  'unsupported_audio',
)
const TooLong = failure('INVALID_REQUEST', `the recording is longer than ${maxSeconds} seconds`, 'too_long')
const Silent = failure('UNPROCESSABLE', 'nobody is heard in the recording', 'silent')
/** `details.speech_seconds` says how much there is. */
const TooLittleSpeech = failure(
  'UNPROCESSABLE',
  `the recording has less than ${minSpeechSeconds} second of speech`,
  'too_little_speech',
)
const Clipped = failure('UNPROCESSABLE', 'the recording is too loud, and cut off at its peaks', 'clipped')
const Replayed = failure('UNPROCESSABLE', 'this recording was sent before: speak again', 'replayed')

/** What a recording that cannot be used is refused with. */
export const refusalKinds = {
  not_audio: NotAudio,
  unsupported_audio: UnsupportedAudio,
  too_long: TooLong,
  silent: Silent,
  too_little_speech: TooLittleSpeech,
  clipped: Clipped,
  replayed: Replayed,
} as const satisfies Record<Refusal, unknown>

export const SampleGone = failure('GONE', 'the recording is not there any more: send it again', 'sample_gone')
/** `details.speech_seconds` of `details.required_seconds` are there. */
export const MoreSpeechRequired = failure(
  'UNPROCESSABLE',
  'the recordings together have too little speech',
  'more_speech',
)
/** What was sent is not all of one voice. */
export const VoicesDiffer = failure(
  'UNPROCESSABLE',
  'the recordings do not sound like one person',
  'voices_differ',
)
export const VoiceNotFound = failure('NOT_FOUND', 'no voice is kept of you')
/** There is no model that tells speakers apart: an admin supplies one (`voice.model`). */
export const VoiceUnavailable = failure(
  'UNPROCESSABLE',
  'voices cannot be recognised here: there is no model of speakers',
  'voice_unavailable',
)
export const VoiceModelFailed = failure('UNPROCESSABLE', 'the model for voices does not run', 'voice_model')
