import type { Transaction } from '../../store/store.ts'
import { InteractionNotFound } from './failures.ts'
import { newInteraction, type Origin } from './new-interaction.ts'
import type { Simulation, Transition } from './schemas.ts'
import type { Interactions } from './store.ts'
import type { By, Recorder } from './transition.ts'

/** Creates an interaction and takes it through the scenario, all in one transaction. */
export function simulate(
  tx: Transaction,
  simulation: Simulation,
  origin: Origin & Pick<By, 'actor' | 'key'>,
  { queries, recorder }: { queries: Interactions; recorder: Recorder },
) {
  const scenario = simulation.scenario ?? 'create_only'
  const created = newInteraction(simulation, origin)
  const by = { actor: origin.actor, key: origin.key ?? null, broadcast: simulation.broadcast_admin ?? false }
  const { interaction, event } = recorder.create(tx, created, by)
  const then = followUp(scenario)
  let last: Transition | null = null
  if (then !== null) {
    const row = queries.find('everyone', created.interaction_id)
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
