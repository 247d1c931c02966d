/** Whether tests run at their full length, as `npm run test:long` has them. */
export const isLong = process.env['COMPANION_TEST_LONG'] === '1'

/** How much of something a test does: `part` of it each time that all tests run, the `whole` where time does not matter. */
export const amount = (part: number, whole: number): number => (isLong ? whole : part)

/** What a test is run with: `first` each time, and `others` besides where time does not matter. */
export const some = <T>(first: readonly T[], others: readonly T[]): readonly T[] =>
  isLong ? [...first, ...others] : first
