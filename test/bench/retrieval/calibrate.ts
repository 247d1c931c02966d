// Finds what the cosines of an embedding model, or the numbers of a reranking model, say of a search, on the `tune`
// questions of test/bench/retrieval: its `calibration` in models/manifest.json. node test/bench/retrieval/calibrate.ts [--model ID] [--models FOLDER] [--write | --smoke]
// FOLDER is where the models of a home lie, such as ~/.local/share/companion/models; --write puts it into the manifest.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readManifest } from '../../../daemon/features/embedding/manifest.ts'
import type { Calibration } from '../../../daemon/features/memory/search/ranking.ts'
import { given, isSmoke } from '../smoke.ts'
import { calibrateReranking } from './calibrate-reranking.ts'
import { fitLogistic, type Sample } from './logistic.ts'
import { mean, recallAt, reciprocalRank } from './measures.ts'
import { openRanking } from './ranking.ts'
import { ownersOf, type Question, questionSets } from './sets.ts'

const embeddedModel = 'static-en-v1'
const { values } = parseArgs({
  args: [...given],
  options: {
    model: { type: 'string', default: embeddedModel },
    models: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const { model } = values
const manifestFile = join(import.meta.dirname, '..', '..', '..', 'models', 'manifest.json')
const entry = readManifest(manifestFile).find(({ id }) => id === model)
if (!entry) throw new Error(`there is no model ${model}`)
/** What searches for what a reranking model reads. */
const searching = entry.purpose === 'embedding' ? model : embeddedModel
const limit = 10
/** Of each set, so many questions are asked of somebody else, whom nothing was told of it. */
const foreign = 60

type Ranking = Awaited<ReturnType<typeof openRanking>>
interface Opened {
  readonly ranking: Ranking
  readonly questions: readonly Question[]
}

await using stack = new AsyncDisposableStack()
const opened: Opened[] = []
const foreigners = new Set<Question>()
const sets = questionSets('tune').filter(({ told }) => told.length > 0)
for (const [at, set] of sets.entries()) {
  const others = sets[(at + 1) % sets.length]?.questions.slice(0, foreign) ?? []
  const owners = ownersOf(set)
  const unanswerable = others.map(({ question }, number) => ({
    question,
    asked_by: owners[number % owners.length] ?? '',
    answers: [],
    kind: 'none',
  }))
  for (const question of unanswerable) foreigners.add(question)
  const ranking = stack.use(await openRanking(set, searching, values.models))
  opened.push({ ranking, questions: [...set.questions, ...unanswerable] })
}

/** The mean cosine of questions and of memories that have nothing to do with them. */
async function unrelatedCosine(): Promise<number> {
  const cosines: number[] = []
  for (const [at, { questions }] of opened.entries()) {
    const told = sets[(at + 1) % sets.length]?.told ?? []
    const { embed } = opened[at]?.ranking ?? {}
    for (const [number, { question }] of questions.slice(0, 200).entries()) {
      const vector = await embed?.(question, 'query')
      const other = await embed?.(told[(number * 7) % told.length]?.content ?? '', 'passage')
      cosines.push(vector?.reduce((sum, value, place) => sum + value * (other?.[place] ?? 0), 0) ?? 0)
    }
  }
  return mean(cosines)
}

const flat = { intercept: 0, total: 0, behind: 0, lead: 0, unknown: 0 }
const logit = (probability: number) => Math.log(probability / (1 - probability))

/** How well a calibration ranks: the mean over the sets of recall@10 and of the reciprocal rank. */
async function quality(calibration: Calibration): Promise<number> {
  const qualities: number[] = []
  for (const { ranking, questions } of opened) {
    const answered = questions.filter(({ answers }) => answers.length > 0)
    const each: number[] = []
    for (const { question, asked_by, answers } of answered) {
      const ids = ranking.idsOf(await ranking.find(question, asked_by, limit, calibration))
      each.push((recallAt(limit, ids, answers) + reciprocalRank(ids, answers)) / 2)
    }
    qualities.push(mean(each))
  }
  return mean(qualities)
}

/** The hits of each question with what the probability is made of. */
async function samplesOf(
  calibration: Calibration,
): Promise<(Sample & { first: boolean; question: Question })[]> {
  const samples: (Sample & { first: boolean; question: Question })[] = []
  for (const { ranking, questions } of opened) {
    for (const question of questions) {
      // What a logistic function of one part alone gives tells that part.
      const part = async (name: keyof typeof flat) =>
        ranking.find(question.question, question.asked_by, limit, {
          ...calibration,
          probability: { ...flat, [name]: 1 },
        })
      const ranked = await part('total')
      const lead = logit((await part('lead')).hits[0]?.score ?? 0.5)
      const unknown = logit((await part('unknown')).hits[0]?.score ?? 0.5)
      const totals = ranked.hits.map(({ score }) => logit(score))
      for (const [at, id] of ranking.idsOf(ranked).entries())
        samples.push({
          features: [totals[at] ?? 0, (totals[at] ?? 0) - (totals[0] ?? 0), lead, unknown],
          label: question.answers.includes(id) ? 1 : 0,
          first: at === 0,
          question,
        })
    }
  }
  return samples
}

/** Of an embedding model: the weight of its meanings that ranks best, and what its totals say. */
async function calibrateEmbedding(): Promise<Calibration> {
  const unrelated_cosine = Number((await unrelatedCosine()).toFixed(3))
  let best: Calibration = {
    fusion_weight: 0,
    unrelated_cosine,
    probability: { ...flat, total: 1 },
    confident: 0.5,
  }
  let reached = -Infinity
  for (const fusion_weight of [0, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 2.5, 3]) {
    const result = await quality({ ...best, fusion_weight })
    console.log(`fusion_weight ${fusion_weight}: ${(result * 100).toFixed(2)}`)
    if (result > reached) [reached, best] = [result, { ...best, fusion_weight }]
  }

  const samples = await samplesOf(best)
  const { intercept, weights, probabilityOf } = fitLogistic(samples)
  const [total = 0, behind = 0, lead = 0, unknown = 0] = weights
  const firsts = samples.filter(({ first }) => first)
  const right = firsts.filter(({ label }) => label === 1)
  /** Those that do not answer, by why: something else does, nothing does, or the question is of another household. */
  const wrong = Map.groupBy(
    firsts.filter(({ label }) => label === 0),
    ({ question }) => (question.answers.length > 0 ? 'other' : foreigners.has(question) ? 'foreign' : 'none'),
  )
  const sure = (of: readonly Sample[], threshold: number) =>
    of.filter(({ features }) => probabilityOf(features) >= threshold).length / of.length
  const wrongly = (threshold: number) => mean([...wrong.values()].map((of) => sure(of, threshold)))
  const thresholds = Array.from({ length: 95 }, (_, at) => (at + 1) / 100)
  const balanced = (threshold: number) => sure(right, threshold) - wrongly(threshold)
  const confident = thresholds.toSorted((a, b) => balanced(b) - balanced(a) || a - b)[0] ?? 0.5
  const rounded = (value: number) => Number(value.toFixed(3))
  const calibration: Calibration = {
    ...best,
    probability: {
      intercept: rounded(intercept),
      total: rounded(total),
      behind: rounded(behind),
      lead: rounded(lead),
      unknown: rounded(unknown),
    },
    confident,
  }
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  console.log(`sure of ${percent(sure(right, confident))} of the first hits that answer`)
  for (const [why, of] of wrong)
    console.log(`and of ${percent(sure(of, confident))} of those that do not (${why})`)
  return calibration
}

const calibration =
  entry.purpose === 'embedding' ? await calibrateEmbedding() : await calibrateReranking(opened)
console.log(JSON.stringify(calibration, null, 2))

if (values.write && !isSmoke) {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as {
    models: { id: string; calibration: object }[]
  }
  for (const one of manifest.models) if (one.id === model) one.calibration = calibration
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
  console.log(`models/manifest.json has it`)
}
