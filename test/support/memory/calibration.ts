import type { Calibration } from '../../../daemon/features/memory/search/ranking.ts'
import type { Embedding } from '../../../daemon/features/memory/vectors.ts'

/** Of a model that was never measured: whatever fits at all is found. */
export const anyCalibration: Calibration = {
  fusion_weight: 0.6,
  unrelated_cosine: 0,
  probability: { intercept: 0, total: 1, behind: 0, lead: 0, unknown: 0 },
  confident: 0.6,
}

/** An embedding whose model is here, and makes vectors of texts so. */
export const embeddingBy = (embed: (texts: readonly string[]) => Float32Array[]): Embedding => ({
  embed: async (_model, texts) => embed(texts),
  stateOf: () => 'here',
  assertAvailable: () => {},
  download: () => {},
  calibration: () => anyCalibration,
  reranker: () => null,
})
