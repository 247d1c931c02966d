import { openAnswerMessage } from './answer-message.ts'
import { openPreview } from './preview.ts'

/** What understands and answers. It is loaded with the first message, not before, and so are the words of a language. */
export const openResponder = (dependencies: Parameters<typeof openAnswerMessage>[0]) => ({
  answer: openAnswerMessage(dependencies),
  /** Shows how a companion of another nature would answer. */
  preview: openPreview(dependencies),
})
