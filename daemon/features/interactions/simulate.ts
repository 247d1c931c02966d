import { randomUUID } from 'node:crypto'
import { iso } from '../../kernel/clock.ts'
import type { Transaction } from '../../store/store.ts'
import { InteractionNotFound } from './failures.ts'
import type { Simulation, Transition } from './schemas.ts'
import type { InteractionRow, Interactions } from './store.ts'
import type { By, Recorder } from './transition.ts'

interface Origin extends Pick<By, 'actor' | 'key'> {
  readonly idempotency_key: string | null
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** An interaction as it is asked for. */
export type NewInteraction = Omit<Simulation, 'interaction_type'> & Pick<InteractionRow, 'interaction_type'>

/** The row of a new pending interaction. */
export function newInteraction(simulation: NewInteraction, { idempotency_key, now }: Origin): InteractionRow {
  const { expires_in_seconds: seconds } = simulation
  return {
    interaction_id: randomUUID(),
    user_id: simulation.user_id,
    correlation_id: randomUUID(),
    interaction_type: simulation.interaction_type,
    status: 'pending',
    prompt: simulation.prompt,
    title: simulation.title ?? null,
    requirement: simulation.requirement ?? 'required',
    severity: simulation.severity ?? 'medium',
    category: simulation.category ?? null,
    expected_answer_type: simulation.expected_answer_type ?? null,
    allowed_options: simulation.allowed_options ?? [],
    answer_text: null,
    answer_json: null,
    answered_at: null,
    expires_at: seconds === undefined ? null : iso(now + seconds * 1_000),
    idempotency_key,
    created_at: iso(now),
    updated_at: iso(now),
    defer_until: null,
  }
}

/** Creates an interaction and takes it through the scenario, all in one transaction. */
export function simulate(
  tx: Transaction,
  simulation: Simulation,
  origin: Origin,
  { queries, recorder }: { queries: Interactions; recorder: Recorder },
) {
  const scenario = simulation.scenario ?? 'create_only'
  const created = newInteraction(simulation, origin)
  const by = { actor: origin.actor, key: origin.key ?? null, broadcast: simulation.broadcast_admin ?? false }
  const { interaction, event } = recorder.create(tx, created, by)
  const then = followUp(scenario)
  let last: Transition | null = null
  if (then !== null) {
    const row = queries.find(created.user_id, created.interaction_id)
    if (!row) throw InteractionNotFound()
    const answer = then === 'answer' ? answerOf(simulation) : {}
    last = recorder.step(tx, row, then, by, answer)
  }
  return {
    interaction: last?.interaction ?? interaction,
    event,
    scenario_executed: scenario,
    additional_events: last ? [last.event] : [],
  }
}

function followUp(scenario: NonNullable<Simulation['scenario']>) {
  if (scenario === 'create_then_answer') return 'answer'
  return scenario === 'create_then_cancel' ? 'cancel' : null
}

function answerOf({ answer_text, answer_json }: Simulation) {
  return { answer_text: answer_text ?? null, answer_json: answer_json ?? null }
}
