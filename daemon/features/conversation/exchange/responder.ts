import { openEngineThreads } from './engine-threads.ts'
import { openPreview } from './preview.ts'
import { openAnswerMessage } from './answer-message.ts'

type ResponderDependencies = Omit<Parameters<typeof openAnswerMessage>[0], 'threads'>

/** What understands and answers. It is loaded with the first message, not before, and so are the words of a language. */
export function openResponder(dependencies: ResponderDependencies) {
  const { clock, log, ports } = dependencies
  const threads = openEngineThreads({ embed: ports.embed, log })
  return {
    /** Answers one message. */
    answer: openAnswerMessage({ ...dependencies, threads }),
    /** Shows how a companion of another nature would answer. */
    preview: openPreview({ threads, clock, ports }),
    stop: threads.stop,
  }
}
