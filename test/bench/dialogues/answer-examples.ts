import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evidenceOf } from '../../../daemon/features/conversation/answering/evidence.ts'
import { root } from '../../../build/packaging/layout.ts'
import type { Labelled } from './sentence-examples.ts'
import { openTeacher } from './teacher.ts'

/** A small world, and what can be answered in it; see `test/dialogues/README.md`. */
export interface World {
  readonly speaker: string
  readonly told: readonly string[]
  readonly questions: readonly { readonly text: string; readonly answers: readonly number[] }[]
}

const folder = join(root, 'test', 'dialogues', 'questions')
/** So many of what is found for a question are learned from. */
const ranks = 4

/** What speaks for each of the best memories that are found for a question, and whether it answers: `yes` or `no`. */
export async function answerExamples(): Promise<Labelled[]> {
  await using teacher = await openTeacher()
  const examples: Labelled[] = []
  for (const file of readdirSync(folder).filter((name) => name.startsWith('tune')))
    for (const { speaker, told, questions } of JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    ) as World[]) {
      const search = await teacher.searchOf(told)
      for (const { text, answers } of questions) {
        const hits = await search(text)
        for (const [rank, { content }] of hits.slice(0, ranks).entries())
          examples.push({
            speaker,
            features: evidenceOf(text, hits, rank),
            label: answers.includes(told.indexOf(content)) ? 'yes' : 'no',
          })
      }
    }
  return examples
}
