import actWeights from './learned/acts.json' with { type: 'json' }
import keepWeights from './learned/keeps.json' with { type: 'json' }
import type { Judgement } from '../language.ts'
import { type Learned, likelihoods } from '../learned.ts'
import { plainCommand } from './commands.ts'
import { featuresOf } from './features.ts'
import { plainQuestion, questionForm } from './signs.ts'

/** What a sentence does: tell, ask, correct, forget, …; learned by `npm run learn`. */
const acts: Learned = actWeights
/** Whether a sentence is worth keeping: `keep` or `drop`; learned by `npm run learn`. */
const keeps: Learned = keepWeights

/**
 * From which likelihood a sentence is kept. In talks that were not learned from, 93 % of what people would keep is kept so, and
 * 14 % of what is kept is nothing that they would.
 */
const keepFrom = 0.18
/** The same for what asks something: few questions tell anything beside. */
const keepAskedFrom = 0.5

/** What has the form of a question is one from here on. */
const maybeAsks = 0.3

const proposable = ['remind', 'forget', 'correct'] as const
/** What a sentence may want is at least so likely; of what is said of any day hardly anything is. */
const mayBeWanted = 0.1

/** What a sentence most likely is, and whether it is worth keeping. */
export function judge(text: string, before: string | null, vector: Float32Array): Judgement {
  const features = featuresOf({ text, before, vector })
  const likelyActs = likelihoods(acts, features)
  const [[likeliest, likelihood] = ['chat', 0]] = [...likelyActs].toSorted(
    ([, one], [, other]) => other - one,
  )
  const plain = plainCommand(text)
  const [act, likely] = plain === null ? [likeliest, likelihood] : [plain, 1]
  const asks =
    plain === null &&
    (act === 'ask' ||
      plainQuestion.test(text) ||
      /\?["'”’)\s]*$/.test(text) ||
      ((likelyActs.get('ask') ?? 0) >= maybeAsks && questionForm.test(text)))
  const worth = likelihoods(keeps, features).get('keep') ?? 0
  const mayWant = proposable.filter((name) => (likelyActs.get(name) ?? 0) >= mayBeWanted)
  return { act, likely, asks, mayWant, worthIt: worth >= (asks ? keepAskedFrom : keepFrom) }
}
