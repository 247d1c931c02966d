import { inLightOf, openCaller } from '../caller.ts'
import { formatResult } from '../format/result.ts'
import type { Invocation } from '../invocation.ts'
import { say, terminalWidth } from '../output.ts'
import { readSecrets, type Wanted } from '../secrets.ts'

interface More {
  readonly secrets: readonly Wanted[]
  readonly idempotencyKey: string | null
}

/** Calls one operation and says its result. */
export async function callOperation(
  invocation: Invocation,
  name: string,
  input: Readonly<Record<string, unknown>>,
  { secrets, idempotencyKey }: More,
): Promise<void> {
  const caller = openCaller(invocation)
  const secret = await readSecrets(secrets, invocation.environment)
  const options = idempotencyKey === null ? {} : { idempotencyKey }
  try {
    const result = await caller.client.callByName(name, { ...input, ...secret }, options)
    say(invocation, result, () => formatResult(result, terminalWidth()))
  } catch (error) {
    throw inLightOf(caller, error)
  }
}
