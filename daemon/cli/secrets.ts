import { text } from 'node:stream/consumers'
import { usageError } from './cli-error.ts'
import { askNewSecret, askSecret, canAsk } from './prompt.ts'

/**
 * Whether an input is a secret by its name. A secret is never an argument, since other users of the machine see those.
 */
export function isSecret(name: string): boolean {
  return /(^|_)(password|token|secret|code|pin)$/.test(name)
}

export interface RequiredSecret {
  /** As the operation calls it: `password`, `new_password`. */
  readonly name: string
  /** Whether it is being chosen now, so that a slip of the finger would be found out late. */
  readonly chosen: boolean
  /** The flag that says to read it from standard input was given. */
  readonly fromInput: boolean
  readonly required: boolean
}

/**
 * Gets secrets from standard input where that was asked for (one a line, in this order), else from the environment
 * (`COMPANION_PASSWORD` for `password`), else from the person at the terminal. One that may be left out is not asked for.
 */
export async function readSecrets(
  wanted: readonly RequiredSecret[],
  environment: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {}
  const lines = wanted.some(({ fromInput }) => fromInput) ? (await text(process.stdin)).split(/\r?\n/) : []
  for (const { name, chosen, fromInput, required } of wanted) {
    const value = fromInput ? lines.shift() : environment[variable(name)]
    if (value) secrets[name] = value
    else if (fromInput) throw usageError(`standard input has no ${words(name)}`)
    else if (required) secrets[name] = await askFor(name, chosen)
  }
  return secrets
}

/** The environment variable that may hold a secret. */
export function variable(name: string): string {
  return `COMPANION_${name.toUpperCase()}`
}

async function askFor(name: string, chosen: boolean): Promise<string> {
  if (!canAsk()) {
    throw usageError(
      `the ${words(name)} is missing`,
      `Without a terminal it is read from standard input with --${name.replaceAll('_', '-')}-stdin, or from ${variable(name)}.`,
    )
  }
  const question = words(name).replace(/^./, (letter) => letter.toUpperCase())
  return chosen ? askNewSecret(question) : askSecret(question)
}

const words = (name: string) => name.replaceAll('_', ' ')
