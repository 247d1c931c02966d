import type { Clock } from '../../../kernel/clock.ts'
import { RateLimited } from '../../../kernel/errors.ts'
import { NoMember } from '../../../kernel/scope.ts'
import { timeZoneOf } from '../../../kernel/time-zone.ts'
import { remarks } from '../../../language/en/sentences.ts'
import type { ActionResult } from '../../../language/turn.ts'
import type { Engines, Ports } from '../ports.ts'
import type { Preview, Previewed } from '../preview-schemas.ts'
import { answeredWithinMs, maxReadingMs } from './exchange.ts'
import type { Act } from '../../../language/message.ts'

interface PreviewDependencies {
  readonly engines: Pick<Engines, 'forMessage'>
  readonly clock: Clock
  readonly ports: Pick<Ports, 'profile' | 'persona' | 'mood'>
}

/**
 * Shows how a companion of another nature would answer, in the mood that it is in now: the engine words it as it would in
 * a conversation, but nothing is done, felt, kept or told.
 */
export function openPreview({ engines, clock, ports }: PreviewDependencies) {
  return async (member: string, { companion_name, ...rest }: Preview): Promise<Previewed> => {
    const profile = ports.profile(member)
    if (!profile) throw NoMember()
    const { preferences, ...speaker } = profile
    const named = companion_name === undefined ? {} : { companion_name: companion_name.trim() }
    const persona = ports.persona(member, { ...rest, ...named })
    const mood = ports.mood(member)
    const now = clock.now()
    const time_zone = timeZoneOf(preferences['time_zone'])

    // Each remark may take as long as a message.
    const workMs = remarks.length * maxReadingMs
    const reading = engines.forMessage(member, { workMs, waitMs: answeredWithinMs })
    const reminders = { now, time_zone, open: [], last: null, asked: null, listed: [], wanted: null }
    const sample = async (remark: string) => {
      const understood = await reading.understand({ content: remark, before: null, reminders })
      const done = understood?.acts.flatMap(doneBy) ?? []
      const turn = { speaker, persona, mood, content: remark, done, now, time_zone }
      const reply =
        understood && (await reading.builtinReply({ ...turn, history: [], memories: [], goals: [] }))
      if (!reply) throw RateLimited({ retry_after_seconds: maxReadingMs / 1_000 })
      return { said: remark, reply: reply.content }
    }
    try {
      const samples: Previewed['samples'] = []
      for (const remark of remarks) samples.push(await sample(remark))
      return { expression: { ...persona.expression }, samples }
    } finally {
      reading.rest()
    }
  }
}

/** What would be done because of a remark. */
function doneBy(act: Act): ActionResult[] {
  switch (act.kind) {
    case 'tell':
      return [{ kind: 'kept', memory_uuid: '', content: act.content, known: false, updates: false }]
    case 'say':
      return [{ kind: 'said', intent: act.intent }]
    default:
      return []
  }
}
