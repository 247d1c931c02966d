import { randomUUID } from 'node:crypto'
import { iso } from '../../kernel/clock.ts'
import type { Creation } from './schemas.ts'
import type { Asker, InteractionRow } from './store.ts'

export interface NewInteraction extends Omit<Creation, 'to'> {
  readonly user_id: string
}

export interface Origin {
  readonly idempotency_key: string | null
  /** Milliseconds since the epoch. */
  readonly now: number
  /** None where the companion asks by itself, and in a simulation. */
  readonly asker?: Asker
  /** Of what is put to several members at once. */
  readonly correlation_id?: string
}

/** The row of a new pending interaction. */
export function newInteraction(asked: NewInteraction, origin: Origin): InteractionRow {
  const { idempotency_key, now, asker, correlation_id = randomUUID() } = origin
  const { expires_in_seconds: seconds } = asked
  return {
    interaction_id: randomUUID(),
    user_id: asked.user_id,
    correlation_id,
    interaction_type: asked.interaction_type,
    status: 'pending',
    prompt: asked.prompt,
    title: asked.title ?? null,
    requirement: asked.requirement ?? 'required',
    severity: asked.severity ?? 'medium',
    category: asked.category ?? null,
    expected_answer_type: asked.expected_answer_type ?? null,
    allowed_options: asked.allowed_options ?? [],
    answer_text: null,
    answer_json: null,
    answered_at: null,
    expires_at: seconds === undefined ? null : iso(now + seconds * 1_000),
    idempotency_key,
    created_at: iso(now),
    updated_at: iso(now),
    defer_until: null,
    asked_by: asker?.asked_by ?? null,
    asked_by_key: asker?.asked_by_key ?? null,
  }
}
