/** How much of a whole is done, in percent; a whole of nothing is done. */
export function shareOf(done: number, total: number): number {
  return total <= 0 ? 100 : Math.min(100, Math.max(0, (done / total) * 100))
}
