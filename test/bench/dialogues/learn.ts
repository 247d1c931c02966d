// Learns what a sentence does, whether it is worth keeping, and whether a memory answers a question,
// also beside another one, from what people
// labelled in test/dialogues, and writes it to daemon/language/en/learned. With --measure, says how well instead, each
// speaker judged by what was learned of the others.
// node test/bench/dialogues/learn.ts [--measure] [--only keeps,acts,answers,seconds]
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Learned } from '../../../daemon/language/learned.ts'
import { root } from '../../../build/packaging/layout.ts'
import { answerExamples, secondExamples } from './answer-examples.ts'
import { measure } from './measures.ts'
import { type Labelled, sentenceExamples } from './sentence-examples.ts'
import { fitSoftmax } from './softmax.ts'

const { values } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    only: { type: 'string', default: 'keeps,acts,answers,seconds' },
  },
})
const only = new Set(values.only.split(','))
const folder = join(root, 'daemon', 'language', 'en', 'learned')

/** What is learned, from what, and how much the weights are kept small. */
const lessons: Readonly<
  Record<
    string,
    {
      readonly examples: () => Promise<readonly Labelled[]>
      readonly penalty: number
      /** A feature is learned from so many examples at least. */
      readonly seen: number
    }
  >
> = {
  keeps: { examples: async () => (await sentenceExamples()).worth, penalty: 3, seen: 2 },
  acts: { examples: async () => (await sentenceExamples()).acts, penalty: 0.5, seen: 3 },
  answers: { examples: answerExamples, penalty: 3, seen: 2 },
  seconds: { examples: secondExamples, penalty: 3, seen: 3 },
}

for (const [name, { examples, ...how }] of Object.entries(lessons)) {
  if (!only.has(name)) continue
  const all = await examples()
  const fit = (some: readonly Labelled[]): Learned => fitSoftmax(some, how)
  if (values.measure) measure(name, all, fit)
  else {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(fit(all))}\n`)
  }
}
process.exit(0)
