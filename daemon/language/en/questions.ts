import texts from './questions.json' with { type: 'json' }
import { fill } from './replies.ts'

/** No question takes more of what it is about, in characters. */
const maxListed = 1_500

/** The question which of two values of somebody's is right: each is an option, beside what was said. */
export function contradiction(
  attribute: string,
  values: readonly [string, string],
  contents: readonly [string, string],
): { title: string; prompt: string } {
  const list = contents.map((content) => `- ${content}`).join('\n')
  const said = { attribute, one: values[0], other: values[1], list }
  return { title: fill(texts.contradiction.title, said), prompt: fill(texts.contradiction.prompt, said) }
}

/** The question whether a memory, or all of several, is to be forgotten. */
export function confirmation(contents: readonly string[]): { title: string; prompt: string } {
  const list = contents.map((content) => `- ${content}`).join('\n')
  const shown = list.length > maxListed ? `${list.slice(0, maxListed)}…` : list
  const values = { count: String(contents.length), list: shown }
  const { title, prompt } = contents.length === 1 ? texts['forget one'] : texts.forget
  return { title: fill(title, values), prompt: fill(prompt, values) }
}
