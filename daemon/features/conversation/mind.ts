import { openBuiltin } from './builtin.ts'
import { openPreview } from './preview.ts'
import { openTurnTaking } from './turn-taking.ts'

type Needs = Omit<Parameters<typeof openTurnTaking>[0], 'builtin'>

/** What understands and answers. It knows the words of a language, so it is loaded with the first message, not before. */
export function openMind(needs: Needs) {
  const { clock, ports } = needs
  const builtin = openBuiltin(ports.embed)
  return {
    /** Answers one message. */
    answer: openTurnTaking({ ...needs, builtin }),
    /** Shows how a companion of another nature would answer. */
    preview: openPreview({ engine: builtin, clock, ports }),
  }
}
