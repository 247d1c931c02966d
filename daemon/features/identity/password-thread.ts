import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { serveRequests } from '../../kernel/thread.ts'

// The thread that estimates passwords: its dictionaries take some 40 MB, which end with it.

/** A password, and words that its owner is known by. */
export interface EstimateRequest {
  readonly password: string
  readonly ownWords: readonly string[]
}

// With zxcvbn's own limits (256 and 100) a long password of many symbols takes seconds, and the next one waits.
const maxEstimatedLength = 48
const maxSubstitutions = 16

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: maxEstimatedLength,
  l33tMaxSubstitutions: maxSubstitutions,
})

serveRequests(({ password, ownWords }: EstimateRequest) => estimator.check(password, [...ownWords]).score)
