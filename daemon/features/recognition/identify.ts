import { operation } from '../../kernel/operation.ts'
import type { RecognitionParts } from './parts.ts'
import * as schemas from './schemas.ts'
import { SampleGone, VoiceUnavailable } from './voice/failures.ts'

/** How many of those who may be there are told. */
const maxCandidates = 10

/** Who speaks, as far as it can be known. */
export function identifyOperations({ people, ports, recogniser }: RecognitionParts) {
  return {
    'recognition.identify': operation({
      rest: 'GET /recognition/identify',
      access: 'member',
      anySession: true,
      scopes: [],
      limit: 'authentication',
      summary: 'Who is there, by device, habit and voice',
      description:
        'The device and the hour are those of the call; `sample_uuid` is what was heard. Each candidate has a percentage, ' +
        'and what is missing to 100 is somebody unknown. It changes nothing, and says nothing to a key of a program.',
      input: schemas.Identification,
      output: schemas.Identified,
      errors: [SampleGone, VoiceUnavailable],
    }).handle(async ({ sample_uuid }, context) => {
      if (sample_uuid !== undefined && !ports.voice) throw VoiceUnavailable()
      const given = sample_uuid === undefined ? [] : [{ kind: 'voice', sample_uuid } as const]
      const seen = await recogniser.look(context, given)
      const candidates = seen.candidates
        .filter(({ confidence }) => confidence > 0)
        .slice(0, maxCandidates)
        .flatMap(({ person_uuid, confidence }) => {
          const person = people.find(person_uuid)
          if (!person) return []
          const { full_name, kind } = person
          return [{ family_member_uuid: person_uuid, full_name, kind, confidence }]
        })
      return { candidates, decision: seen.decision, evidence: recogniser.says(seen) }
    }),
  }
}
