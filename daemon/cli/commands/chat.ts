import { assertAnswers } from '../../client/local/connection.ts'
import { openCaller, inLightOf } from '../caller.ts'
import { type ChatOptions, startChat } from '../chat/chat-start.ts'
import { chatAtTerminal } from '../chat/interactive.ts'
import { chatInLines } from '../chat/lines.ts'
import type { Invocation } from '../invocation.ts'
import { remark } from '../output.ts'

/** Talks with the companion: at a terminal, else by the lines of standard input. */
export async function chat(invocation: Invocation, options: ChatOptions): Promise<void> {
  const caller = openCaller(invocation)
  // Later it waits for a daemon that comes back; one that is not there at all is said at once.
  await assertAnswers(caller.daemon)
  const started = await startChat(caller, options).catch((error: unknown) => {
    throw inLightOf(caller, error)
  })
  const atTerminal = process.stdin.isTTY && process.stdout.isTTY && !invocation.json
  try {
    await (atTerminal ? chatAtTerminal(started) : chatInLines(started, invocation.json))
  } finally {
    await started.leave().catch(() => {
      remark(
        'What was said off the record could not be deleted now: that is done once another conversation begins.',
      )
    })
  }
}
