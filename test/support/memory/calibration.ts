import type { Calibration } from '../../../daemon/features/memory/search/ranking.ts'

/** Of a model that was never measured: whatever fits at all is found. */
export const anyCalibration: Calibration = {
  fusion_weight: 0.6,
  unrelated_cosine: 0,
  probability: { intercept: 0, total: 1, behind: 0, lead: 0, unknown: 0 },
  confident: 0.6,
}
