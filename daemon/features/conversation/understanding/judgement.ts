import actWeights from '../../../language/en/learned/acts.json' with { type: 'json' }
import keepWeights from '../../../language/en/learned/keeps.json' with { type: 'json' }
import type { Learned } from '../../../language/learned.ts'

/** What a sentence does: tell, ask, correct, forget, …; learned by `npm run learn`. */
export const acts: Learned = actWeights
/** Whether a sentence is worth keeping: `keep` or `drop`; learned by `npm run learn`. */
export const keeps: Learned = keepWeights

/**
 * From which likelihood a sentence is kept. In talks that were not learned from, 93 % of what people would keep is kept so, and
 * 14 % of what is kept is nothing that they would.
 */
export const keepFrom = 0.18
/** The same for what asks something: few questions tell anything beside. */
export const keepAskedFrom = 0.5
