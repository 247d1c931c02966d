import { readFileSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'
import type { LoadableModel } from './jobs.ts'

/** Far more characters than tokens ever have, so that a huge text costs no more than a long one. */
const charactersPerToken = 100

/** Answers the tokens of a text, at most `max_tokens`; the last special token stays where the rest is cut. */
export type Tokenize = (text: string) => readonly number[]

/** Opens the tokenizer of a model. Throws where its file cannot be read. */
export function openTokenizer({
  tokenizer: file,
  max_tokens,
  special_tokens: add_special_tokens,
}: Pick<LoadableModel, 'tokenizer' | 'max_tokens' | 'special_tokens'>): Tokenize {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(file, 'utf8')) as object, {})
  return (text) => {
    // A cut may part two halves of a character, and a text may come with such halves.
    const cut = text.slice(0, max_tokens * charactersPerToken).toWellFormed()
    const { ids } = tokenizer.encode(cut, { add_special_tokens })
    if (ids.length <= max_tokens) return ids
    return add_special_tokens ? [...ids.slice(0, max_tokens - 1), ...ids.slice(-1)] : ids.slice(0, max_tokens)
  }
}
