import { openEngineThreads } from './engine-threads.ts'
import { openPreview } from './preview.ts'
import { openTurnTaking } from './turn-taking.ts'

type MindDependencies = Omit<Parameters<typeof openTurnTaking>[0], 'threads'>

/** What understands and answers. It is loaded with the first message, not before, and so are the words of a language. */
export function openMind(dependencies: MindDependencies) {
  const { clock, log, ports } = dependencies
  const threads = openEngineThreads({ embed: ports.embed, log })
  return {
    /** Answers one message. */
    answer: openTurnTaking({ ...dependencies, threads }),
    /** Shows how a companion of another nature would answer. */
    preview: openPreview({ threads, clock, ports }),
    stop: threads.stop,
  }
}
