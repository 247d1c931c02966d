import { inLightOf, openCaller } from '../caller.ts'
import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatResult } from '../format/result.ts'
import { isObject, type Json } from '../format/scalar.ts'
import { harmless, wrapped } from '../format/text.ts'
import type { Invocation } from '../invocation.ts'
import { say, terminalWidth } from '../output.ts'
import { readSecrets, type RequiredSecret } from '../secrets.ts'

interface More {
  readonly secrets: readonly RequiredSecret[]
  readonly idempotencyKey: string | null
}

/** What is wrong, by a result that was asked for to know just that; null where nothing is. */
const findings: Readonly<Record<string, (result: Json) => string | null>> = {
  'audit.verify': ({ intact, seq, problem, seen }) => {
    if (seen === false)
      return 'the audit log has been set back or replaced: it lacks the row that you have seen'
    if (intact === true) return null
    return `the audit log is not whole: row ${String(seq)} ${problem === 'missing' ? 'is missing' : 'was changed'}`
  },
}

/** What people want to read of a result that says much more, by operation. */
const answers: Readonly<Record<string, (result: Json) => string | null>> = {
  'conversation.message': ({ response }) =>
    isObject(response) && typeof response['content'] === 'string' ? harmless(response['content']) : null,
}

/** Calls one operation and prints its result; exits with 1 if that result is a finding. */
export async function callOperation(
  invocation: Invocation,
  name: string,
  input: Readonly<Record<string, unknown>>,
  { secrets, idempotencyKey }: More,
): Promise<void> {
  const caller = openCaller(invocation)
  const secret = await readSecrets(secrets, invocation.environment)
  const options = idempotencyKey === null ? {} : { idempotencyKey }
  const result = await caller.client
    .callByName(name, { ...input, ...secret }, options)
    .catch((error: unknown) => {
      throw inLightOf(caller, error)
    })
  const answer = isObject(result) ? answers[name]?.(result) : null
  const width = terminalWidth()
  say(invocation, result, () => (answer ? wrapped(answer, width) : formatResult(result, width)))
  const finding = isObject(result) ? findings[name]?.(result) : null
  if (finding)
    throw new CliError(
      exitCodes.failed,
      finding,
      'The database or the audit key of this home has been changed.',
    )
}
