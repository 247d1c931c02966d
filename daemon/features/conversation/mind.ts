import { openBuiltin } from './builtin.ts'
import { openPreview } from './preview.ts'
import { openTurnTaking } from './turn-taking.ts'

type MindDependencies = Omit<Parameters<typeof openTurnTaking>[0], 'builtin'>

/** What understands and answers. It knows the words of a language, so it is loaded with the first message, not before. */
export function openMind(dependencies: MindDependencies) {
  const { clock, ports } = dependencies
  const builtin = openBuiltin(ports.embed)
  return {
    /** Answers one message. */
    answer: openTurnTaking({ ...dependencies, builtin }),
    /** Shows how a companion of another nature would answer. */
    preview: openPreview({ engine: builtin, clock, ports }),
  }
}
