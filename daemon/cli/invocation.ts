import type { Command } from 'commander'

export interface Invocation {
  readonly json: boolean
  readonly asSystem: boolean
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
