import { feedsOf, openSession, outputOf, readTokenizer, readable, type Row } from './inference.ts'
import type { ModelFiles } from './jobs.ts'

export interface LoadedReranker {
  /** How well each passage answers the question: log odds as the model has learned them, the higher the better. */
  read(question: string, passages: readonly string[]): Promise<Float32Array>
  release(): Promise<void>
}

/** At most this share of what the model reads is the question. */
const questionShare = 0.25

/** Loads a reranking model. Rejects where a file is broken, or the graph does not give one number for each pair. */
export async function loadReranker(model: ModelFiles): Promise<LoadedReranker> {
  const pair = openPairs(model)
  const session = await openSession(model)
  const output = outputOf(session, 2)

  return {
    read: async (question, passages) => {
      if (passages.length === 0) return new Float32Array()
      const rows = passages.map((passage) => pair(question, passage))
      const answer = await session.run(feedsOf(session.inputNames, rows))
      const relevance = answer[output]?.data
      if (!(relevance instanceof Float32Array) || relevance.length !== passages.length)
        throw new Error(`${model.id} does not give one number for each pair of texts`)
      return relevance
    },
    release: () => session.release(),
  }
}

/** Answers the tokens of a question and a passage, as BERT takes a pair; what is too long is cut at the end of its part. */
function openPairs({ tokenizer: file, max_tokens }: ModelFiles): (question: string, passage: string) => Row {
  const tokenizer = readTokenizer(file)
  const idsOf = (text: string) =>
    tokenizer.encode(readable(text, max_tokens), { add_special_tokens: true }).ids
  const longest = Math.max(1, Math.floor(max_tokens * questionShare))
  return (question, passage) => {
    // `[CLS] a [SEP]` and `[CLS] b [SEP]` make the pair `[CLS] a [SEP] b [SEP]`.
    const [asked, read] = [idsOf(question), idsOf(passage).slice(1)]
    const first = asked.length <= longest ? asked : [...asked.slice(0, longest - 1), ...asked.slice(-1)]
    const room = max_tokens - first.length
    const second = read.length <= room ? read : [...read.slice(0, room - 1), ...read.slice(-1)]
    return { ids: [...first, ...second], types: [...first.map(() => 0), ...second.map(() => 1)] }
  }
}
