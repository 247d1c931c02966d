import type { Clock } from '../../../kernel/clock.ts'
import type { Config } from '../../../kernel/config.ts'
import type { AuthenticatedContext, Context } from '../../../kernel/context.ts'
import { invalidRequest, RateLimited } from '../../../kernel/errors.ts'
import type { Home } from '../../../kernel/home.ts'
import type { Log } from '../../../kernel/log.ts'
import { memberOf, NoMember } from '../../../kernel/scope.ts'
import { operation } from '../../../kernel/operation.ts'
import { Nothing } from '../../../kernel/schema.ts'
import type { Audit, AuditEntry } from '../../../store/audit.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import * as failures from './failures.ts'
import { type Listener, openListener } from './listener.ts'
import { openSamples, type Sample, type Samples, senderOf } from './samples.ts'
import * as schemas from './schemas.ts'
import { openTemplates, type Templates } from './templates.ts'

/** How much speech an enrolment takes, in seconds. */
const requiredSeconds = 10
/** Below these log-odds a recording is not of the person who speaks in the others. */
const differentBelow = -2

interface VoiceDependencies {
  readonly home: Home
  readonly config: Pick<Config, 'voice'>
  readonly store: Store
  readonly audit: Audit<'voice_enrolled' | 'voice_deleted'>
  readonly clock: Clock
  readonly log: Log
}

interface VoicePorts {
  /**
   * Throws `AUTHENTICATION_REQUIRED` (`reason` is `step_up`) unless the password was given within 5 min, or is now. The
   * answer counts the success, in the transaction of what it was for.
   */
  readonly requireRecentSignIn: (
    context: AuthenticatedContext,
    password: string | undefined,
  ) => Promise<(tx: Transaction) => void>
}

/** Who has sent a sample, or asks for what was sent. */
type Sending = Pick<Context, 'caller' | 'address'>

interface Likelihood {
  readonly person_uuid: string
  /** Natural logarithm; 0 says nothing. */
  readonly log_odds: number
}

/** Voice: how people sound, so that a recording says something of who speaks. */
export function openVoice(dependencies: VoiceDependencies, { requireRecentSignIn }: VoicePorts) {
  const { home, config, store, clock, log } = dependencies
  const { model } = config.voice
  const listener = model === undefined ? null : openListener({ model, log })
  const samples = openSamples(clock)
  const templates = openTemplates(store, home, clock, log)
  const parts: VoiceParts = {
    ...dependencies,
    requireRecentSignIn,
    samples,
    templates,
    listener,
    requireListener: () => {
      if (!listener) throw failures.VoiceUnavailable()
      return listener
    },
    required: (sample_uuid, context) => {
      const sample = samples.find(sample_uuid, senderOf(context))
      if (!sample) throw failures.SampleGone({ sample_uuid })
      return sample
    },
  }

  return {
    operations: { ...sampleOperations(parts), ...voiceOperations(parts) },
    /** What says who speaks; null where there is no model of speakers. */
    recognising: listener && {
      /**
       * How much more likely a sample is of each enrolled person than of somebody else, as natural log-odds; empty where
       * nobody is enrolled. Throws where the sample is gone, or was sent by another caller.
       */
      compare: async (sample_uuid: string, context: Sending): Promise<Likelihood[]> => {
        const sample = parts.required(sample_uuid, context)
        const enrolled = templates.all().filter((one) => one.model === sample.model)
        if (enrolled.length === 0) return []
        const log_odds = await listener.compare(enrolled, sample)
        return enrolled.map(({ person_uuid }, at) => ({ person_uuid, log_odds: log_odds[at] ?? 0 }))
      },
      enrol: (person_uuid: string, sample_uuids: readonly string[], context: Sending) =>
        enrol(parts, person_uuid, sample_uuids, context),
      isEnrolled: (person_uuid: string): boolean => templates.of(person_uuid) !== null,
    },
    forget: templates.forget,
    erase: (tx: Transaction, family_member_uuid: string) => ({
      voices: templates.forget(tx, family_member_uuid),
    }),
    stop: () => listener?.stop(),
  }
}

/** What the operations share. */
interface VoiceParts extends VoiceDependencies, VoicePorts {
  readonly samples: Samples
  readonly templates: Templates
  /** Null where there is no model of speakers. */
  readonly listener: Listener | null
  /** Throws `UNPROCESSABLE` where there is none. */
  readonly requireListener: () => Listener
  /** A sample that the caller has sent; throws `GONE`. */
  readonly required: (sample_uuid: string, context: Sending) => Sample
}

/**
 * Enrols a person, a member or a guest, from samples that the caller has sent and that are still there; what it answers
 * does so in a transaction.
 */
async function enrol(
  { samples, templates, requireListener, required }: VoiceParts,
  person_uuid: string,
  sample_uuids: readonly string[],
  context: Sending,
  { keep_samples = false }: { keep_samples?: boolean } = {},
): Promise<(tx: Transaction) => void> {
  const listener = requireListener()
  const given = sample_uuids.map((uuid) => required(uuid, context))
  const speech_seconds = given.reduce((sum, { seconds }) => sum + seconds, 0)
  if (speech_seconds < requiredSeconds)
    throw failures.MoreSpeechRequired({
      speech_seconds: rounded(speech_seconds),
      required_seconds: requiredSeconds,
    })
  const model = await listener.model()
  // One that another model has heard cannot be compared.
  const other = given.find((sample) => sample.model !== model)
  if (other) throw failures.SampleGone({ sample_uuid: other.sample_uuid })
  const { voice, least } = await listener.merge(given)
  if (least < differentBelow) throw failures.VoicesDiffer()
  return (tx) => {
    templates.keep(tx, person_uuid, { voice, model, samples: given, keep_samples })
    tx.afterCommit(() => samples.remove(sample_uuids))
  }
}

function sampleOperations({ samples, templates, requireListener }: VoiceParts) {
  return {
    'voice.send_sample': operation({
      rest: 'POST /recognition/samples',
      status: 201,
      access: 'member',
      scopes: ['talk'],
      media: { types: schemas.mediaTypes, maxBytes: schemas.maxAudioBytes },
      summary: 'Send a recording of somebody who speaks',
      description:
        'For an enrolment, or to ask who it is. It is kept in memory for 10 minutes, for the session that sent it, and ' +
        'written nowhere. The same recording is taken once. Over REST it may also be the body as it is, with its media type.',
      input: schemas.NewSample,
      output: schemas.Sample,
      errors: [
        ...Object.values(failures.refusalKinds),
        failures.VoiceUnavailable,
        failures.VoiceModelFailed,
        RateLimited,
      ],
    }).handle(async ({ audio, format }, context) => {
      const listener = requireListener()
      const bytes = Buffer.from(audio, 'base64')
      if (bytes.toString('base64').replace(/=+$/, '') !== audio.replace(/=+$/, ''))
        throw invalidRequest('audio', 'must be base64')
      return listener.inTurn(async () => {
        const heard = await listener.hear(bytes, format)
        const earlier = [
          ...samples.fingerprints(),
          ...templates.all().flatMap(({ fingerprints }) => fingerprints),
        ]
        await listener.assertNew(heard.fingerprint, earlier)
        const { sample_uuid, seconds, expires_at } = samples.add(
          heard,
          await listener.model(),
          senderOf(context),
        )
        return {
          sample_uuid,
          speech_seconds: rounded(seconds),
          expires_at: new Date(expires_at).toISOString(),
        }
      })
    }),
  }
}

function voiceOperations(parts: VoiceParts) {
  const { store, audit, listener, templates, requireRecentSignIn } = parts

  const show = async (family_member_uuid: string): Promise<schemas.OwnVoice> => {
    const template = templates.of(family_member_uuid)
    return {
      available: listener !== null,
      enrolled: template !== null,
      model: template?.model ?? null,
      speech_seconds: rounded(template?.seconds ?? 0),
      created_at: template?.created_at ?? null,
      kept_samples: templates.keptSamples(family_member_uuid),
      outdated: template !== null && template.model !== (await listener?.model()),
      required_seconds: requiredSeconds,
    }
  }

  return {
    'voice.get': operation({
      rest: 'GET /recognition/voice',
      access: 'member',
      summary: 'What is kept of your voice',
      description: 'Whether it is enrolled, of how much speech and by which model. Never the voice itself.',
      input: Nothing,
      output: schemas.VoiceResult,
      errors: [NoMember, failures.VoiceModelFailed],
    }).handle(async (_input, { caller }) => ({ voice: await show(memberOf(caller)) })),

    'voice.enrol': operation({
      rest: 'POST /recognition/voice',
      status: 201,
      access: 'member',
      summary: 'Let the companion know your voice',
      description:
        `From recordings that you sent, with ${requiredSeconds} s of speech altogether; they are deleted, unless you want them ` +
        'kept. It takes the place of the one before. Wants a sign-in of the last 5 minutes, or the password.',
      input: schemas.Enrolment,
      output: schemas.VoiceResult,
      errors: [
        NoMember,
        failures.SampleGone,
        failures.MoreSpeechRequired,
        failures.VoicesDiffer,
        failures.VoiceUnavailable,
        failures.VoiceModelFailed,
      ],
    }).handle(async ({ sample_uuids, keep_samples = false, password }, context) => {
      const family_member_uuid = memberOf(context.caller)
      parts.requireListener()
      const succeeded = await requireRecentSignIn(context, password)
      const keep = await enrol(parts, family_member_uuid, sample_uuids, context, { keep_samples })
      store.write((tx) => {
        succeeded(tx)
        keep(tx)
        audit.record(tx, { event: 'voice_enrolled', ...about(context), details: { keep_samples } })
      })
      return { voice: await show(family_member_uuid) }
    }),

    'voice.delete': operation({
      rest: 'DELETE /recognition/voice',
      access: 'member',
      summary: 'Delete your voice',
      description: 'And the recordings that were kept of it, for good.',
      input: Nothing,
      output: schemas.VoiceResult,
      errors: [NoMember, failures.VoiceNotFound],
    }).handle(async (_input, context) => {
      const family_member_uuid = memberOf(context.caller)
      store.write((tx) => {
        if (templates.forget(tx, family_member_uuid) === 0) throw failures.VoiceNotFound()
        audit.record(tx, { event: 'voice_deleted', ...about(context) })
      })
      return { voice: await show(family_member_uuid) }
    }),
  }
}

const about = ({ caller, address }: AuthenticatedContext): Omit<AuditEntry<never>, 'event'> => ({
  actor: caller.actor,
  address,
  family_member_uuid: caller.family_member_uuid,
  session_uuid: caller.session_uuid,
})

const rounded = (seconds: number) => Math.round(seconds * 10) / 10
