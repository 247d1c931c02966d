import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../build/packaging/layout.ts'
import type { Hit } from '../../../daemon/language/en/answers/second-quote.ts'
import { amount, isSmoke } from '../smoke.ts'
import type { Change } from './commands.ts'
import { momentOf } from './player.ts'
import type { Talk } from './talks.ts'
import { holdsAny } from './tally.ts'
import type { openTeacher } from './teacher.ts'

type Teacher = Awaited<ReturnType<typeof openTeacher>>

/** A small world, and what can be answered in it; see `test/dialogues/README.md`. */
interface World {
  readonly speaker: string
  readonly told: readonly string[]
  readonly questions: readonly { readonly text: string; readonly answers: readonly number[] }[]
}

/** A question of what somebody told. */
export interface AskedQuestion {
  readonly speaker: string
  readonly text: string
  /** What the one who asks has told, searched, the best first. */
  readonly search: (text: string) => Promise<Hit[]>
  readonly isAnswer: (hit: Hit) => boolean
  /** Whether it was the answer once: what holds instead is quoted beside it. */
  readonly wasAnswer: (hit: Hit) => boolean
  /** Whether anything that was told answers. */
  readonly known: boolean
  /** So often it counts: questions of people's lives more than those that were asked of lists of sentences. */
  readonly weight: number
}

const ofLives = 3
const folder = join(root, 'test', 'dialogues')
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))
const tuneFiles = (path: string) => readdirSync(join(folder, path)).filter((name) => name.startsWith('tune'))

/** All questions that may be learned from: of what changed, of households, and of small worlds. */
export async function* askedQuestions(teacher: Teacher): AsyncGenerator<AskedQuestion> {
  yield* ofChanges(teacher)
  if (isSmoke) return
  for (const file of tuneFiles('talks')) yield* ofTalk(teacher, read('talks', file) as Talk)
  for (const file of tuneFiles('questions'))
    for (const world of read('questions', file) as World[]) yield* ofWorld(teacher, world)
}

async function* ofChanges(teacher: Teacher): AsyncGenerator<AskedQuestion> {
  for (const [number, { messages, question, right, wrong }] of (read('tune-changed.json') as Change[])
    .slice(0, amount(2, Infinity))
    .entries())
    yield {
      speaker: `changed ${number}`,
      text: question.text,
      search: await teacher.searchIn(
        messages.map(({ text, at }, sitting) => ({ content: text, at: momentOf(at), sitting })),
      ),
      isAnswer: ({ content }) => holdsAny(content, right),
      wasAnswer: ({ content }) => holdsAny(content, wrong),
      known: true,
      weight: ofLives,
    }
}

async function* ofTalk(teacher: Teacher, talk: Talk): AsyncGenerator<AskedQuestion> {
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
    for (const { text, evidence } of talk.questions.filter((one) => one.member === member))
      yield {
        speaker: talk.name,
        text,
        search,
        isAnswer: ({ content }) => evidence.includes(idOf.get(content) ?? ''),
        wasAnswer: () => false,
        known: evidence.length > 0,
        weight: ofLives,
      }
  }
}

async function* ofWorld(
  teacher: Teacher,
  { speaker, told, questions }: World,
): AsyncGenerator<AskedQuestion> {
  const search = await teacher.searchOf(told)
  for (const { text, answers } of questions)
    yield {
      speaker,
      text,
      search,
      isAnswer: ({ content }) => answers.includes(told.indexOf(content)),
      wasAnswer: () => false,
      known: answers.length > 0,
      weight: 1,
    }
}
