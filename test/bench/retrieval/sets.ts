import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import memories from './household/memories.json' with { type: 'json' }
import { isSmoke } from '../smoke.ts'
import questions from './household/questions.json' with { type: 'json' }
import paraphrases from './paraphrases.json' with { type: 'json' }

/** Something that somebody told, of one member. */
export interface Told {
  readonly id: string
  readonly owner: string
  readonly content: string
  readonly tags: readonly string[]
  readonly visibility: string
  /** ISO 8601. */
  readonly told_at: string
  readonly conversation: string | null
  readonly speaker: string | null
}

export interface Question {
  readonly asked_by: string
  readonly question: string
  /** The ids of what answers it: none where nothing does. */
  readonly answers: readonly string[]
  readonly kind: string
}

/** Memories and questions that are measured together: `tune` to look at, `held` for a last look. */
export interface QuestionSet {
  readonly name: 'household' | 'dialogues' | 'paraphrases'
  readonly part: 'tune' | 'held'
  readonly told: readonly Told[]
  readonly questions: readonly Question[]
}

const folder = join(import.meta.dirname, 'dialogues')

/** What two people said to each other over months, each turn a memory. */
interface Dialogue {
  readonly speakers: readonly string[]
  readonly sessions: readonly { readonly at: string; readonly turns: readonly [string, string][] }[]
  /** `evidence` are pieces of the turns that answer; each stands in one turn only. */
  readonly questions: readonly { question: string; kind: string; evidence: readonly string[] }[]
}

/** Half a minute from turn to turn. */
const turnMs = 30_000

function dialogues(part: QuestionSet['part']): QuestionSet {
  const read = readdirSync(folder)
    .filter((name) => name.startsWith(part))
    .toSorted()
    .map((name) => ({
      owner: name.slice(0, -'.json'.length),
      dialogue: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Dialogue,
    }))
  const told = read.flatMap(({ owner, dialogue }) =>
    dialogue.sessions.flatMap(({ at, turns }, session) =>
      turns.map(([speaker, content], turn) => ({
        id: `${owner}-${session}-${turn}`,
        owner,
        content,
        tags: [],
        visibility: 'private',
        told_at: new Date(Date.parse(at) + turn * turnMs).toISOString(),
        conversation: `${owner}-${session}`,
        speaker,
      })),
    ),
  )
  const asked = read.flatMap(({ owner, dialogue }) =>
    dialogue.questions.map(({ question, kind, evidence }) => ({
      asked_by: owner,
      question,
      kind,
      answers: evidence.map((piece) => {
        const turns = told.filter((turn) => turn.owner === owner && turn.content.includes(piece))
        if (turns.length !== 1 || !turns[0]) throw new Error(`${owner}: ${turns.length} turns say "${piece}"`)
        return turns[0].id
      }),
    })),
  )
  return { name: 'dialogues', part, told, questions: asked }
}

function ofHousehold(part: QuestionSet['part']): QuestionSet {
  return {
    name: 'household',
    part,
    told: memories.map(({ id, owner, content, tags, visibility, told_on, conversation }) => ({
      id,
      owner,
      content,
      tags,
      visibility,
      told_at: `${told_on}T12:00:00.000Z`,
      conversation: conversation ?? null,
      speaker: null,
    })),
    questions: questions.filter((question) => question.part === part),
  }
}

/** Questions that share no word with what answers them, and some that nothing answers. */
function ofParaphrases(): QuestionSet {
  const owner = 'paraphrases'
  return {
    name: 'paraphrases',
    part: 'held',
    told: paraphrases.memories.map(({ id, content, told_on }) => ({
      id,
      owner,
      content,
      tags: [],
      visibility: 'private',
      told_at: `${told_on}T12:00:00.000Z`,
      conversation: null,
      speaker: null,
    })),
    questions: [
      ...paraphrases.questions.map(({ question, answer }) => ({
        asked_by: owner,
        question,
        answers: [answer],
        kind: 'paraphrase',
      })),
      ...paraphrases.unanswerable.map((question) => ({
        asked_by: owner,
        question,
        answers: [],
        kind: 'none',
      })),
    ],
  }
}

export function questionSets(part: QuestionSet['part']): QuestionSet[] {
  const sets = [ofHousehold(part), dialogues(part)]
  if (isSmoke) return sets.map(beginningOf)
  return part === 'held' ? [...sets, ofParaphrases()] : sets
}

/** The first questions of a set that one owner asks, with what answers them and little else. */
function beginningOf(set: QuestionSet): QuestionSet {
  const asked = set.questions.find(({ answers }) => answers.length > 0)?.asked_by
  const own = set.questions.filter(({ asked_by }) => asked_by === asked)
  const questions = [
    ...own.filter(({ answers }) => answers.length > 0).slice(0, 4),
    ...own.filter(({ answers }) => answers.length === 0).slice(0, 2),
  ]
  const wanted = new Set(questions.flatMap(({ answers }) => answers))
  const others = new Set(seenBy(asked ?? '', set).slice(0, 20))
  return { ...set, questions, told: set.told.filter((told) => wanted.has(told.id) || others.has(told)) }
}

/** The moment at which the questions of a set are asked: a week after the last memory. */
export function askedAt({ told }: QuestionSet): number {
  return Math.max(...told.map(({ told_at }) => Date.parse(told_at))) + 7 * 86_400_000
}

export const ownersOf = ({ told }: QuestionSet): string[] => [...new Set(told.map(({ owner }) => owner))]

/** What an owner sees of a set. */
export const seenBy = (owner: string, { told }: QuestionSet): Told[] =>
  told.filter((memory) => memory.owner === owner || memory.visibility === 'household')
