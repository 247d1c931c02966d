import { randomUUID } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/context.ts'
import { invalidRequest, RateLimited } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import { TooManyWaiting, UserNotFound } from './failures.ts'
import { newInteraction } from './new-interaction.ts'
import { assertOptions } from './rules.ts'
import * as schemas from './schemas.ts'
import type { Asker, Interactions } from './store.ts'
import type { Recorder } from './transition.ts'

/** How many that one asker has put may wait for their members at once. */
const maxWaiting = 100
/** How many one asker may put within any hour. */
const maxPerHour = 300
const hourMs = 3_600_000

/** What is known here of the people of the household. */
export interface People {
  /** The ids of all of them. */
  readonly everyone: () => readonly string[]
  /** Undefined where there is no such member. */
  readonly nameOf: (family_member_uuid: string) => string | undefined
}

export interface AskingDependencies {
  readonly once: Idempotency
  readonly clock: Clock
  readonly queries: Interactions
  readonly recorder: Recorder
  readonly people: People
  /** Called after what may expire. */
  readonly arm: () => void
}

/** Who asks, as it is kept with what they ask. */
export const askerOf = ({ actor, key }: Pick<Caller, 'actor' | 'key'>): Asker => ({
  asked_by: actor,
  asked_by_key: key?.key_uuid ?? null,
})

/** How people and their programs put interactions to themselves and to each other. */
export function askingOperations({ once, clock, queries, recorder, people, arm }: AskingDependencies) {
  const assertRoom = (asker: Asker, wanted: number, now: number) => {
    if (queries.waitingOf(asker) + wanted > maxWaiting) throw TooManyWaiting({ limit: maxWaiting })
    const { total, first } = queries.askedAfter(asker, now - hourMs)
    if (total + wanted <= maxPerHour) return
    const free = first === null ? now : Date.parse(first) + hourMs
    throw RateLimited({ retry_after_seconds: Math.max(1, Math.ceil((free - now) / 1_000)) })
  }

  return {
    'interactions.create': operation({
      rest: 'POST /interactions',
      status: 201,
      access: 'member',
      scopes: ['ask'],
      summary: 'Put a question, choice, dialogue, approval or notice to somebody',
      description:
        'To yourself, to another member, to several or to the whole household; get it with `wait` for the answer. ' +
        'Members see who asks, and through which key. A choice needs `allowed_options`. Put to a list or to the ' +
        `household, the answer holds \`interactions\`, one for each, with one \`correlation_id\`. At most ` +
        `${maxWaiting} that you have put may wait, and at most ${maxPerHour} may be put in an hour; a key counts by itself.`,
      input: schemas.Creation,
      output: schemas.Created,
      errors: [UserNotFound, TooManyWaiting, RateLimited],
    }).handle((input, context) => {
      assertOptions(input)
      const { to, ...asked } = input
      const { caller, idempotency_key } = context
      const asker = askerOf(caller)
      const result = once(context, input, (tx) => {
        const now = clock.now()
        const recipients = recipientsOf(to, caller, people)
        assertRoom(asker, recipients.length, now)
        const origin = { asker, idempotency_key, now, correlation_id: randomUUID() }
        const name = caller.family_member_uuid && people.nameOf(caller.family_member_uuid)
        const transitions = recipients.map((user_id) =>
          recorder.create(
            tx,
            newInteraction({ ...asked, user_id }, origin),
            caller,
            name ? { asked_by: name } : {},
          ),
        )
        const [only] = transitions
        if (only && isOne(to)) return only
        return { interactions: transitions.map(({ interaction }) => interaction) }
      })
      arm()
      return result
    }),
  }
}

/** Whether one member is asked, whoever that is. */
const isOne = (to: schemas.Creation['to']) => !Array.isArray(to) && to !== 'household'

function recipientsOf(
  to: schemas.Creation['to'],
  { family_member_uuid }: Pick<Caller, 'family_member_uuid'>,
  people: People,
): readonly string[] {
  if (to === 'household') return people.everyone()
  if (Array.isArray(to)) return [...new Set(to)]
  const one = to ?? family_member_uuid
  if (one === null) throw invalidRequest('to', 'is required: this token belongs to no member')
  return [one]
}
