const maxTexts = 32
/** Longest text times texts of a batch, in characters: it bounds how long a query waits behind passages. */
const maxCharacters = 16_384
/** No ordinary text has more characters a token, so what comes after is cut away anyhow. */
const charactersPerToken = 4

/**
 * The indices of `texts` in batches: at most 32, of like lengths, so that little is padded, and fewer where they are
 * long. `maxTokens` is where the model cuts.
 */
export function batchesOf(texts: readonly string[], maxTokens: number): number[][] {
  const maxLength = maxTokens * charactersPerToken
  const length = (index: number) => Math.min(maxLength, texts[index]?.length ?? 0)
  const batches: number[][] = []
  let batch: number[] = []
  for (const index of [...texts.keys()].toSorted((a, b) => length(a) - length(b))) {
    const full = batch.length === maxTexts || (batch.length + 1) * length(index) > maxCharacters
    if (full && batch.length > 0) {
      batches.push(batch)
      batch = []
    }
    batch.push(index)
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}
