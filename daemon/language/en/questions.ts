import texts from './questions.json' with { type: 'json' }
import { fill, listOf } from '../lines.ts'

/** The question which of two values of somebody's is right: each is an option, beside what was said. */
export function contradiction(
  attribute: string,
  values: readonly [string, string],
  contents: readonly [string, string],
): { title: string; prompt: string } {
  const list = listOf(contents)
  const slots = { attribute, one: values[0], other: values[1], list }
  return { title: fill(texts.contradiction.title, slots), prompt: fill(texts.contradiction.prompt, slots) }
}

/** The question whether a memory, or all of several, is to be forgotten, and what else was said of it with `besides`. */
export function confirmation(
  contents: readonly string[],
  besides: boolean,
): { title: string; prompt: string } {
  const values = { count: String(contents.length), list: listOf(contents) }
  const single = contents.length === 1 ? texts['forget one'] : texts.forget
  const { title, prompt } = besides ? texts['forget besides'] : single
  return { title: fill(title, values), prompt: fill(prompt, values) }
}
