/**
 * How much of one message is read for what it means; the history has all of it, word for word, and so has a model. In
 * prose the 8,000 characters of a message are some 1,450 words in a hundred sentences, so that these bounds are met by
 * lists, by what has no full stops and by what was built to be slow: reading a sentence takes the square of its length.
 */
export const maxWords = 1_600
export const maxSentences = 160
/** In characters; what is longer is read in pieces. */
export const maxSentenceLength = 1_000
/** A reply has three parts: it takes no more questions to find three answers. */
export const maxQuestions = 8
/** How much of a memory is compared with a question, in characters. */
export const maxComparedLength = 1_000
/** How many words of memories are compared by their meaning with the words of a question. */
export const maxComparedWords = 2_000

/** How long a thread may work on one message, in milliseconds: then it is ended, and a new one begun. */
export const maxReadingMs = 2_000
/** Of that, what is kept for the reply to what was understood. */
export const maxReplyMs = 300
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
