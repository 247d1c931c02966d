import type { Judgement } from '../language.ts'
import { type Learned, likelihoods } from '../learned.ts'
import { plainCommand } from './commands.ts'
import { featuresOf } from './features.ts'
import actWeights from './learned/acts.json' with { type: 'json' }
import keepWeights from './learned/keeps.json' with { type: 'json' }
import { plainQuestion, questionForm } from './signs.ts'

/** What a sentence does: tell, ask, correct, forget, …; learned from sentences that people labelled. */
const acts: Learned = actWeights
/** Whether a sentence is worth keeping: `keep` or `drop`; learned in the same way. */
const keeps: Learned = keepWeights

/** What has the form of a question is one from here on. */
const maybeAsks = 0.3
/** From which likelihood a sentence is kept, and one that asks something. */
const [keepFrom, keepAskedFrom] = [0.22, 0.6]
/** What is told is kept from less on: to be of a command or a question says more against it. */
const others: ReadonlySet<string> = new Set(['ask', 'greet', 'request', 'chat', 'hypothesise', 'quote'])
const surelyOther = 0.75

/** What a sentence most likely is, and whether it is worth keeping. */
export function judge(text: string, before: string | null): Judgement {
  const features = featuresOf(text, before)
  const likely = likelihoods(acts, features)
  const [[likeliest, likelihood] = ['chat', 0]] = [...likely].toSorted(([, one], [, other]) => other - one)
  const plain = plainCommand(text)
  const [act, how] = plain === null ? [likeliest, likelihood] : [plain, 1]
  const asks =
    plain === null &&
    (act === 'ask' ||
      plainQuestion.test(text) ||
      /\?["“”’)\s]*$/.test(text) ||
      ((likely.get('ask') ?? 0) >= maybeAsks && questionForm.test(text)))
  const worth = likelihoods(keeps, features).get('keep') ?? 0
  const isOther = others.has(likeliest) && likelihood >= surelyOther
  return { act, likely: how, asks, worthIt: worth >= (asks || isOther ? keepAskedFrom : keepFrom) }
}
