import type { Wording } from '../language.ts'
import { fill, listOf } from '../lines.ts'
import { finding } from './finding.ts'
import texts from './questions.json' with { type: 'json' }
import { reply } from './replies.ts'

/** The question whether a memory, or all of several, is to be forgotten, and what else was said of it with `besides`. */
function confirmation(contents: readonly string[], besides: boolean): { title: string; prompt: string } {
  const values = { count: String(contents.length), list: listOf(contents) }
  const single = contents.length === 1 ? texts['forget one'] : texts.forget
  const { title, prompt } = besides ? texts['forget besides'] : single
  return { title: fill(title, values), prompt: fill(prompt, values) }
}

/** What the daemon itself says in German. What is meant is found by words: the embedded model knows English alone. */
export const wording: Wording = { reply, confirmation, finding }
