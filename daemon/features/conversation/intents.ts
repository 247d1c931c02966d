import { asides } from './intents-of-courtesy.ts'
import { danger } from './intents-of-danger.ts'
import { feelings } from './intents-of-feeling.ts'
import { requests } from './intents-of-request.ts'
import { companionship } from './intents-on-the-companion.ts'
import type { Intent } from './intent.ts'

/** In the order in which they are looked for. */
export const intents: readonly Intent[] = [...danger, ...feelings, ...requests, ...companionship, ...asides]

/** The intent of that name; undefined where there is none. */
export function intentNamed(name: string): Intent | undefined {
  return intents.find((intent) => intent.name === name)
}

/** The intent of a sentence by what it looks like; undefined where it has none. */
export function intentOf(text: string): Intent | undefined {
  return intents.find(({ patterns }) => patterns.some((pattern) => pattern.test(text)))
}
