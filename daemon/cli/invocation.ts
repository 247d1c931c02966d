import type { Command } from 'commander'

/** How a command was called. */
export interface Invocation {
  readonly json: boolean
  /** Call with the key of this machine, whoever is signed in. */
  readonly asSystem: boolean
  /** Call with the key in this file. */
  readonly keyFile: string | null
  readonly environment: NodeJS.ProcessEnv
}

/** The options that every command knows. */
export function invocationOf(command: Command, environment: NodeJS.ProcessEnv): Invocation {
  const {
    json = false,
    asSystem = false,
    keyFile = null,
  } = command.optsWithGlobals<{ json?: boolean; asSystem?: boolean; keyFile?: string }>()
  return { json, asSystem, keyFile, environment }
}
