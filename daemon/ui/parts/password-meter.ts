export interface PasswordRule {
  /** In characters. */
  readonly min_length: number
  /** How hard it must be to guess, 0 to 4. */
  readonly min_score: number
}

const scores = [0, 1, 2, 3, 4] as const
const colors = ['red', 'orange', 'yellow', 'lime', 'teal'] as const

interface Reading {
  /** `password.<text>` of the texts. */
  readonly text: 'hint' | 'short' | 'not_enough' | `score_${(typeof scores)[number]}`
  readonly color: (typeof colors)[number]
  /** How far the bar is, 0 to 100. */
  readonly value: number
}

/** What the meter of a password says; `score` is how hard that is to guess, 0 to 4. Only what will do looks good. */
export function readMeter(password: string, score: number, { min_length, min_score }: PasswordRule): Reading {
  const at = scores[score] ?? 0
  const value = 20 + at * 20
  if (password === '') return { text: 'hint', color: 'red', value: 0 }
  if (Array.from(password).length < min_length)
    return { text: 'short', color: 'red', value: Math.min(value, 20) }
  // The words of the lower scores say so already.
  if (at < min_score)
    return { text: at < 2 ? `score_${at}` : 'not_enough', color: at < 2 ? colors[at] : 'orange', value }
  return { text: `score_${at}`, color: colors[at], value }
}
