/** How long a thread may work on one message, in milliseconds: then it is ended, and a new one begun. */
export const maxReadingMs = 2_000
/** How many messages of a member may wait for the one that is worked on; the next is refused. */
export const maxWaiting = 8
/** How long after it came a message is answered, however many were before it: sooner than its request times out. */
export const answeredWithinMs = 28_000

/**
 * How long a message may be worked on that has waited for so many milliseconds: less, where those that wait behind it could
 * not be answered in time otherwise.
 */
export const readingMsAfter = (waited: number): number =>
  Math.max(0, Math.min(maxReadingMs, (answeredWithinMs - waited) / maxWaiting))
