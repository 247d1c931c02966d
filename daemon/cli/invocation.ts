import type { Command } from 'commander'

/** How a command was called. */
export interface Invocation {
  readonly json: boolean
  /** Call with the key of this machine, whoever is signed in. */
  readonly asSystem: boolean
  readonly environment: NodeJS.ProcessEnv
}

/** The options that every command knows. */
export function invocationOf(command: Command, environment: NodeJS.ProcessEnv): Invocation {
  const { json = false, asSystem = false } = command.optsWithGlobals<{ json?: boolean; asSystem?: boolean }>()
  return { json, asSystem, environment }
}
