import { evidenceOf } from '../../../daemon/language/en/answers/evidence.ts'
import { candidatesOf, secondEvidence } from '../../../daemon/language/en/answers/second-quote.ts'
import { askedQuestions } from './asked-questions.ts'
import type { Labelled } from './sentence-examples.ts'
import { openTeacher } from './teacher.ts'

/** So many of what is found for a question are learned from. */
const ranks = 4

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

/** What speaks for each of the best memories that are found for a question, and whether it answers: `yes` or `no`. */
export async function answerExamples(): Promise<Labelled[]> {
  await using teacher = await openTeacher()
  const examples: Labelled[] = []
  for await (const { speaker, text, search, isAnswer, wasAnswer, weight } of askedQuestions(teacher)) {
    const hits = await search(text)
    for (const [rank, hit] of hits.slice(0, ranks).entries())
      examples.push(
        ...times(weight, {
          speaker,
          features: evidenceOf(text, hits, rank),
          label: isAnswer(hit) || wasAnswer(hit) ? 'yes' : 'no',
        }),
      )
  }
  return examples
}

/** What speaks for each memory beside the best that is found for a question, and whether it answers: `yes` or `no`. */
export async function secondExamples(): Promise<Labelled[]> {
  await using teacher = await openTeacher()
  const examples: Labelled[] = []
  for await (const { speaker, text, search, isAnswer, known, weight } of askedQuestions(teacher)) {
    if (!known) continue
    const memories = await search(text)
    const [best] = memories
    if (!best) continue
    const candidates = candidatesOf(memories, await search(best.content))
    for (const candidate of candidates)
      examples.push(
        ...times(weight, {
          speaker,
          features: secondEvidence(text, best, candidate, candidates.length),
          label: isAnswer(candidate.hit) ? 'yes' : 'no',
        }),
      )
  }
  return examples
}
