import { it as nodeIt } from 'node:test'

/** Whether this is `npm run test:long`. */
export const isLong = process.env['COMPANION_TEST_LONG'] === '1'

/** How much of something a test does: `part` of it each time that all tests run, the `whole` where time does not matter. */
export const amount = (part: number, whole: number): number => (isLong ? whole : part)

/** What a test is run with: `first` each time, and `others` where time does not matter. */
export const some = <T>(first: readonly T[], others: readonly T[]): readonly T[] => (isLong ? others : first)

const leftOut = (() => {}) as unknown as typeof nodeIt

/** A test that long runs leave out: they would only do the same again. */
export const it = isLong ? leftOut : nodeIt

/** A test of long runs alone. */
export const itLong = isLong ? nodeIt : leftOut

/** A test of every run, which does `amount` of something or is run with `some` of it. */
export const itScaled = nodeIt
