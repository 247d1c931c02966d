import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../build/packaging/layout.ts'
import {
  candidatesOf,
  type Hit,
  secondEvidence,
} from '../../../daemon/features/conversation/answering/second.ts'
import type { World } from './answer-examples.ts'
import type { Change } from './commands.ts'
import { momentOf } from './player.ts'
import type { Labelled } from './sentence-examples.ts'
import type { Talk } from './talks.ts'
import { holdsAny } from './tally.ts'
import { openTeacher } from './teacher.ts'

const folder = join(root, 'test', 'dialogues')
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))
const tuneFiles = (path: string) => readdirSync(join(folder, path)).filter((name) => name.startsWith('tune'))

/** Questions of people's lives weigh so much more than those that were asked of lists of sentences. */
const ofLives = 3

/** What speaks for each memory beside the best that is found for a question, and whether it answers: `yes` or `no`. */
export async function secondExamples(): Promise<Labelled[]> {
  await using teacher = await openTeacher()
  type Search = Awaited<ReturnType<typeof teacher.searchIn>>
  const examples: Labelled[] = []
  const learn = async (
    search: Search,
    { speaker, text, weight }: { speaker: string; text: string; weight: number },
    answers: (hit: Hit) => boolean,
  ) => {
    const found = await search(text)
    const [best] = found
    if (!best) return
    const candidates = candidatesOf(found, await search(best.content))
    for (const candidate of candidates) {
      const features = secondEvidence(text, best, candidate, candidates.length)
      const label = answers(candidate.hit) ? 'yes' : 'no'
      for (let time = 0; time < weight; time += 1) examples.push({ speaker, features, label })
    }
  }

  for (const [number, { messages, question, right }] of (read('tune-changed.json') as Change[]).entries()) {
    const told = messages.map(({ text, at }, sitting) => ({ content: text, at: momentOf(at), sitting }))
    const asked = { speaker: `changed ${number}`, text: question.text, weight: ofLives }
    await learn(await teacher.searchIn(told), asked, ({ content }) => holdsAny(content, right))
  }

  for (const file of tuneFiles('talks')) {
    const talk = read('talks', file) as Talk
    for (const member of talk.members) {
      const told = talk.sessions.flatMap(({ member: speaker, at, messages }, sitting) =>
        messages.flatMap(({ id, sentences }) => {
          const content = sentences.flatMap(({ worth, text }) => (worth === 'drop' ? [] : [text])).join(' ')
          return speaker !== member || content === '' ? [] : [{ id, content, at: momentOf(at), sitting }]
        }),
      )
      if (told.length === 0) continue
      const search = await teacher.searchIn(told)
      const idOf = new Map(told.map(({ id, content }) => [content, id]))
      for (const { text, evidence } of talk.questions.filter(
        (one) => one.member === member && one.kind !== 'unknown',
      ))
        await learn(search, { speaker: talk.name, text, weight: ofLives }, ({ content }) =>
          evidence.includes(idOf.get(content) ?? ''),
        )
    }
  }

  for (const file of tuneFiles('questions'))
    for (const { speaker, told, questions } of read('questions', file) as World[]) {
      const search = await teacher.searchOf(told)
      for (const { text, answers } of questions.filter((one) => one.answers.length > 0))
        await learn(search, { speaker, text, weight: 1 }, ({ content }) =>
          answers.includes(told.indexOf(content)),
        )
    }
  return examples
}
