import type { InputOf } from '../../client/types.ts'

type Simulation = InputOf<'interactions.simulate'>

/** What can be tried out, and what each is beside its words. */
export const samples = {
  question: { interaction_type: 'question', severity: 'medium', requirement: 'required' },
  number: {
    interaction_type: 'question',
    severity: 'low',
    requirement: 'optional',
    expected_answer_type: 'number',
  },
  boolean: {
    interaction_type: 'question',
    severity: 'low',
    requirement: 'optional',
    expected_answer_type: 'boolean',
  },
  date: {
    interaction_type: 'question',
    severity: 'medium',
    requirement: 'optional',
    expected_answer_type: 'date',
  },
  choice: { interaction_type: 'choice', severity: 'medium', requirement: 'optional' },
  dialogue: { interaction_type: 'dialogue', severity: 'low', requirement: 'optional' },
  approval: {
    interaction_type: 'approval',
    severity: 'high',
    requirement: 'required',
    expires_in_seconds: 1_800,
  },
} as const satisfies Record<string, Omit<Simulation, 'user_id' | 'prompt'>>

export type Sample = keyof typeof samples
export const sampleNames = Object.keys(samples) as Sample[]

export interface Words {
  readonly title: string
  readonly prompt: string
  /** Of a choice. */
  readonly options: readonly string[]
}

/** An example put to a member, and to nobody else. */
export function simulationOf(sample: Sample, user_id: string, { title, prompt, options }: Words): Simulation {
  return {
    ...samples[sample],
    user_id,
    title,
    prompt,
    category: 'example',
    broadcast_admin: false,
    ...(sample === 'choice' ? { allowed_options: [...options] } : {}),
  }
}
