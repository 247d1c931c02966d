// How well memories are found, over the questions of test/bench/retrieval: textbook BM25 and vectors as peers, the ranking
// of the daemon stage by stage, and the daemon over REST. node test/bench/retrieval/retrieval.ts [--held] [--model ID] [--quick]
// Tune with `tune`; `held` is printed with --held alone, for a last look. --quick leaves the daemon over REST out, --smoke all but
// a few questions.
import { parseArgs } from 'node:util'
import { weights } from '../../../daemon/features/memory/search/ranking.ts'
import { amount, given } from '../smoke.ts'
import { openDaemonSearch } from './daemon.ts'
import { bootstrapInterval, mean, recallAt, reciprocalRank } from './measures.ts'
import { peers, type Search } from './peers.ts'
import { openRanking } from './ranking.ts'
import { type Question, questionSets, type QuestionSet } from './sets.ts'

const { values } = parseArgs({
  args: [...given],
  options: {
    held: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    model: { type: 'string', default: 'static-en-v1' },
  },
})
const limit = 10

/** What each stage adds to the one before; those after it are left out. */
const stages: readonly (readonly [string, Partial<typeof weights> & { meaning?: boolean }])[] = [
  ['words', {}],
  ['and meaning', { meaning: true }],
  ['and neighbours', { near: weights.near }],
  ['and those two away', { far: weights.far }],
  ['and the conversation', { conversation: weights.conversation }],
  ['and its own weight', { own: weights.own, alone: weights.alone }],
  ['and questions beside answers', { asking: weights.asking, answered: weights.answered }],
  ['and who said it', { spoken: weights.spoken }],
  ['and the time that is named', { dated: weights.dated }],
  [
    'and worth: the whole ranking',
    {
      importance: weights.importance,
      recency: weights.recency,
      pinned: weights.pinned,
      superseded: weights.superseded,
    },
  ],
]
const whole = { ...weights }
const bare = {
  near: 0,
  asking: 1,
  answered: 1,
  spoken: 1,
  far: 0,
  conversation: 0,
  own: 1,
  alone: 1,
  dated: 1,
  importance: 0,
  recency: 0,
  pinned: 0,
  superseded: 1,
}

const percent = (share: number) => (share * 100).toFixed(1)
function figure(figures: readonly number[]): string {
  const [low, high] = bootstrapInterval(figures)
  return `${percent(mean(figures))} (${percent(low)} to ${percent(high)})`
}

async function rowOf(search: Search, { questions }: QuestionSet) {
  const answered: { question: Question; ids: string[] }[] = []
  for (const question of questions.filter(({ answers }) => answers.length > 0))
    answered.push({ question, ids: await search(question.question, question.asked_by, limit) })
  const each = (measure: (ids: string[], question: Question) => number, those = answered) =>
    those.map(({ ids, question }) => measure(ids, question))
  const kinds = Map.groupBy(answered, ({ question }) => question.kind)
  return {
    'recall@5': figure(each((ids, { answers }) => recallAt(5, ids, answers))),
    'recall@10': figure(each((ids, { answers }) => recallAt(limit, ids, answers))),
    MRR: figure(each((ids, { answers }) => reciprocalRank(ids, answers))),
    ...Object.fromEntries(
      [...kinds].map(([kind, those]) => [
        `${kind} (${those.length})`,
        percent(mean(each((ids, { answers }) => recallAt(limit, ids, answers), those))),
      ]),
    ),
  }
}

for (const part of values.held ? (['tune', 'held'] as const) : (['tune'] as const)) {
  for (const set of questionSets(part).slice(0, amount(1, Infinity))) {
    const table: Record<string, Record<string, string>> = {}
    await using ranking = await openRanking(set, values.model)
    for (const [name, open] of Object.entries(peers))
      table[name] = await rowOf(await open(set, ranking.embed), set)
    Object.assign(weights, bare)
    let withMeaning = false
    for (const [name, { meaning = false, ...added }] of stages) {
      Object.assign(weights, added)
      withMeaning ||= meaning
      table[name] = await rowOf(ranking.search(withMeaning), set)
    }
    Object.assign(weights, whole)
    if (!values.quick) {
      await using daemon = await openDaemonSearch(set)
      table['daemon over REST'] = await rowOf(daemon.search, set)
    }
    console.log(
      `${set.name}, ${part}: means in percent, with 95 % intervals; recall@10 by the kind of question`,
    )
    console.table(table)
    console.table(await ranking.confidence())
  }
}
