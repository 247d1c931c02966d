import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'

/** Runs a program of the platform and returns what it said on stdout; throws what it said where it failed. */
export function runTool(program: string, args: readonly string[], environment: NodeJS.ProcessEnv): string {
  const { status, stdout, output } = tryTool(program, args, environment)
  if (status === 0) return stdout
  throw new CliError(
    exitCodes.failed,
    `${[program, ...args].join(' ')} failed: ${output || `exit code ${status}`}`,
  )
}

/** The same where a failure is an answer too. Throws where there is no such program. */
export function tryTool(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): { readonly status: number | null; readonly stdout: string; readonly output: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { env: environment, encoding: 'utf8' })
  if (error) throw new CliError(exitCodes.failed, `${program} cannot be run: ${error.message}`, null, error)
  return { status, stdout, output: (stderr.trim() || stdout.trim()).replaceAll(/\s*\n\s*/g, ' ') }
}

/** The text of a file, or null where there is none. */
export function readTextFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
