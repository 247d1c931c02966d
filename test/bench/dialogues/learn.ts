// Learns what a sentence does, whether it is worth keeping, and whether a memory answers a question,
// also beside another one, from what people
// labelled in test/dialogues, and writes it to daemon/language/<language>/learned. With --measure, says how well instead, each
// speaker judged by what was learned of the others; with --smoke, learns from a few examples and writes nothing.
// node test/bench/dialogues/learn.ts [--measure] [--language de] [--only keeps,acts,answers,seconds]
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Learned } from '../../../daemon/language/learned.ts'
import { root } from '../../../build/packaging/layout.ts'
import { given, isSmoke } from '../smoke.ts'
import { answerExamples, secondExamples } from './answer-examples.ts'
import { measure } from './measures.ts'
import { type Labelled, sentenceExamples } from './sentence-examples.ts'
import { featuresOf as germanFeatures } from '../../../daemon/language/de/features.ts'
import { fitSoftmax } from './softmax.ts'
import { wordExamples } from './word-examples.ts'

const { values } = parseArgs({
  args: [...given],
  options: {
    measure: { type: 'boolean', default: false },
    language: { type: 'string', default: 'en' },
    only: { type: 'string', default: 'keeps,acts,answers,seconds' },
  },
})
const only = new Set(values.only.split(','))
const folder = join(root, 'daemon', 'language', values.language, 'learned')

interface Lesson {
  readonly examples: () => Promise<readonly Labelled[]>
  readonly penalty: number
  /** A feature is learned from so many examples at least. */
  readonly seen: number
}

/** What is learned of German, whose features are words alone. */
const german: Readonly<Record<string, Lesson>> = {
  keeps: { examples: async () => wordExamples('de', germanFeatures).worth, penalty: 3, seen: 2 },
  acts: { examples: async () => wordExamples('de', germanFeatures).acts, penalty: 1, seen: 2 },
}

/** What is learned, from what, and how much the weights are kept small. */
const english: Readonly<Record<string, Lesson>> = {
  keeps: { examples: async () => (await sentenceExamples()).worth, penalty: 3, seen: 2 },
  acts: { examples: async () => (await sentenceExamples()).acts, penalty: 0.5, seen: 3 },
  answers: { examples: answerExamples, penalty: 3, seen: 2 },
  seconds: { examples: secondExamples, penalty: 3, seen: 3 },
}

for (const [name, { examples, ...how }] of Object.entries(values.language === 'de' ? german : english)) {
  if (!only.has(name)) continue
  const all = await examples()
  const fit = (some: readonly Labelled[]): Learned => fitSoftmax(some, how)
  if (values.measure) measure(name, all, fit)
  else if (isSmoke) {
    const { biases, weights } = fit(all)
    const sum = [biases, ...Object.values(weights)]
      .flat()
      .reduce((total, weight) => total + Math.abs(weight), 0)
    console.log(
      `${name}: ${all.length} examples, ${Object.keys(weights).length} features, weights ${sum.toFixed(1)}`,
    )
  } else {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(fit(all))}\n`)
  }
}
process.exit(0)
