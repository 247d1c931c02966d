import type { Log } from '../../../kernel/log.ts'
import { programModule } from '../../../kernel/program.ts'
import { openThread, threadIdleMs } from '../../../kernel/thread.ts'
import { openTurns } from '../../../kernel/turns.ts'
import type { AudioFormat } from './audio.ts'
import { refusalKinds, VoiceModelFailed } from './failures.ts'
import type { Fingerprint } from './fingerprint.ts'
import type { Voice } from './speaker-model.ts'
import type { VoiceReading, VoiceReply, VoiceRequest, VoiceThreadData } from './voice-thread.ts'

/** Megabytes. */
const maxHeapMb = 256
/** Recordings that wait while one is listened to, and how long that takes, in milliseconds. */
const maxWaiting = 8
const listensMs = 1_000

interface ListenerDependencies {
  readonly model: string
  readonly log: Log
}

/** Listens to recordings and compares voices, in a thread of its own. */
export function openListener({ model: file, log }: ListenerDependencies) {
  const data: VoiceThreadData = { model: file }
  const thread = openThread(programModule('daemon/features/recognition/voice/voice-thread'), data, {
    maxHeapMb,
    idleMs: threadIdleMs,
  })
  const turns = openTurns(maxWaiting, listensMs)
  let model: Promise<string> | undefined

  const request = async (asked: VoiceRequest): Promise<unknown> => {
    try {
      return await thread.request(asked)
    } catch (error) {
      log.error({ err: error }, 'a recording could not be listened to')
      throw VoiceModelFailed()
    }
  }

  return {
    /** The model in use. Throws `UNPROCESSABLE` where it does not run. */
    model: (): Promise<string> => {
      model ??= request({ model: true }).then(
        (reply) => (reply as { id: string }).id,
        (error: unknown) => {
          model = undefined
          throw error
        },
      )
      return model
    },
    /** Lets recordings follow one another; rejects with 429 where too many wait. */
    inTurn: <T>(work: () => Promise<T>): Promise<T> => turns('', work),
    /** Makes of a recording what there is to know of it. Throws why it cannot be used. */
    hear: async (bytes: Uint8Array, format: AudioFormat): Promise<VoiceReading> => {
      const reply = (await request({ bytes, format })) as VoiceReply
      if (!('refused' in reply)) return reply
      const { refused, seconds } = reply
      const details = refused === 'too_little_speech' && {
        speech_seconds: Math.round((seconds ?? 0) * 10) / 10,
      }
      throw refusalKinds[refused](details || {})
    },
    /** Throws `UNPROCESSABLE` where a recording is one of others. */
    assertNew: async (fingerprint: Fingerprint, among: readonly Fingerprint[]): Promise<void> => {
      if (await request({ fingerprint, among })) throw refusalKinds.replayed()
    },
    /** One voice of several, and the least log-odds that one of them is of who speaks in the others. */
    merge: async (voices: readonly Voice[]) =>
      (await request({ merge: voices.map(plain) })) as { voice: Voice; least: number },
    /** The log-odds that a sample is of each of those who are enrolled, in their order. */
    compare: async (enrolled: readonly Voice[], sample: Voice) =>
      (await request({ enrolled: enrolled.map(plain), sample: plain(sample) })) as number[],
    stop: thread.stop,
  }
}

export type Listener = ReturnType<typeof openListener>

const plain = ({ vector, seconds }: Voice): Voice => ({ vector, seconds })
