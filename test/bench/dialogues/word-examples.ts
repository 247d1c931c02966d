import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../build/packaging/layout.ts'
import type { Features } from '../../../daemon/language/learned.ts'
import type { Labelled } from './sentence-examples.ts'

interface Sentence {
  readonly speaker: string
  readonly text: string
  readonly before: string | null
  readonly worth: string
  readonly act: string
}

/** What is known of the sentences of a language that may be looked at, where its features are words alone. */
export function wordExamples(
  language: string,
  featuresOf: (text: string, before: string | null) => Features,
): { readonly worth: readonly Labelled[]; readonly acts: readonly Labelled[] } {
  const folder = join(root, 'test', 'dialogues', language, 'sentences')
  const sentences = readdirSync(folder)
    .filter((name) => name.startsWith('tune'))
    .toSorted()
    .flatMap((name): Sentence[] => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const known = sentences.map((sentence) => ({
    ...sentence,
    features: featuresOf(sentence.text, sentence.before),
  }))
  return {
    worth: known
      .filter(({ worth }) => worth !== 'maybe')
      .map(({ speaker, features, worth }) => ({ speaker, features, label: worth })),
    acts: known.map(({ speaker, features, act }) => ({ speaker, features, label: act })),
  }
}
