import { estimateTokenCount } from 'tokenx'

/** No answer is asked to be longer, in tokens. */
const maxAnswerTokens = 1_024
/** What estimates of other tokenizers than the model's may be wrong by. */
const margin = 0.1

/** What a text leaves out where it is cut. */
export const cutMark = ' […] '

/**
 * Kinds of text that the estimate takes for shorter than most tokenizers make them, with the characters of a token:
 * scripts that it does not know, and words that are none (keys, hashes, encoded data).
 */
const languageConfigs = [
  { pattern: /^(?=.*\d)(?=.*[a-z])[\da-z]{9,}$|^[a-z]{24,}$/i, averageCharsPerToken: 2 },
  { pattern: /[\u0590-\u08ff]/, averageCharsPerToken: 2 },
  { pattern: /[\u0900-\u109f\u1780-\u17ff]/, averageCharsPerToken: 1.5 },
  { pattern: /[\u0400-\u052f]/, averageCharsPerToken: 3 },
]

/** About how many tokens a text has. */
export function countTokens(text: string): number {
  return estimateTokenCount(text, { languageConfigs })
}

/** How the context of a model, in tokens, is shared by what it reads and what it writes. */
export function sharesOf(contextTokens: number): { prompt: number; answer: number } {
  const answer = Math.min(maxAnswerTokens, Math.floor(contextTokens / 4))
  return { prompt: Math.floor((contextTokens - answer) * (1 - margin)), answer }
}

/** The text where it is of at most `tokens`, else its beginning and its end around a mark, as much as fits. */
export function cutTo(text: string, tokens: number): string {
  if (countTokens(text) <= tokens) return text
  const characters = Array.from(text)
  const shortened = (length: number) => {
    const head = Math.ceil((length * 2) / 3)
    const tail = length > head ? characters.slice(head - length).join('') : ''
    return characters.slice(0, head).join('') + cutMark + tail
  }
  let [fits, over] = [0, characters.length]
  while (over - fits > 1) {
    const length = Math.floor((fits + over) / 2)
    if (countTokens(shortened(length)) <= tokens) fits = length
    else over = length
  }
  return fits === 0 ? '' : shortened(fits)
}
