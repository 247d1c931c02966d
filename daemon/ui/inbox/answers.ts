import type { Interaction } from '../../client/interaction.ts'

export type Control =
  | 'line'
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime-local'
  | 'time'
  | 'choice'
  | 'approval'
  | 'sign_in'
  | 'ack'

const controls: Readonly<Record<string, Control>> = {
  number: 'number',
  integer: 'number',
  int: 'number',
  float: 'number',
  boolean: 'boolean',
  bool: 'boolean',
  yes_no: 'boolean',
  date: 'date',
  datetime: 'datetime-local',
  'date-time': 'datetime-local',
  time: 'time',
}

/** What fits the type of an interaction and the answer that it expects. */
export function controlOf({
  interaction_type: type,
  expected_answer_type: expected,
  category,
}: Pick<Interaction, 'interaction_type' | 'expected_answer_type' | 'category'>): Control {
  if (type === 'approval' && category === 'sign_in') return 'sign_in'
  if (type === 'choice' || type === 'approval' || type === 'ack') return type
  const usual = type === 'dialogue' ? 'text' : 'line'
  return controls[expected?.trim().toLowerCase() ?? ''] ?? usual
}

/** An answer in words and, where it is more than words, as a value. */
export interface Answer {
  readonly answer_text: string
  readonly answer_json?: { readonly value: string | number | boolean }
}

/** The answer that a control has brought about; null where that is none. */
export function answerOf(control: Control, given: string): Answer | null {
  const answer_text = given.trim()
  if (answer_text === '') return null
  switch (control) {
    case 'number':
      return Number.isFinite(Number(answer_text))
        ? { answer_text, answer_json: { value: Number(answer_text) } }
        : null
    case 'boolean':
      return { answer_text, answer_json: { value: answer_text === 'yes' } }
    case 'date':
    case 'datetime-local':
    case 'time':
      return { answer_text, answer_json: { value: answer_text } }
    default:
      return { answer_text: control === 'choice' ? given : answer_text }
  }
}

/** What was answered, as far as it can be shown; null where nothing was. */
export function answeredWith({
  answer_text,
  answer_json,
}: Pick<Interaction, 'answer_text' | 'answer_json'>): string | null {
  if (answer_text !== null) return answer_text
  return answer_json === null ? null : JSON.stringify(answer_json)
}
