import type { Command } from 'commander'
import { Ending } from './cli-error.ts'
import { askFailureCode } from './exit-codes.ts'
import { explain } from './explain.ts'
import { createProgram } from './program.ts'

/** Runs one command line; resolves with its exit code once everything is said. */
export async function run(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const program = createProgram(environment)
  if (argv.length === 0) {
    program.outputHelp()
    return 0
  }
  try {
    await program.parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof Ending) return error.exit
    const { exit: usual, message, hint, json } = explain(error)
    const exit = commandOf(program, argv) === 'ask' ? askFailureCode(usual) : usual
    // Help that was asked for comes as an error without a message.
    if (message === '') return exit
    // Where parsing failed the options may not be known.
    const asJson = argv.includes('--json')
    const text = asJson
      ? JSON.stringify({ error: { ...json, hint } }, null, 2)
      : `companion: ${message}${hint === null ? '' : `\n${hint}`}`
    process.stderr.write(`${text}\n`)
    return exit
  }
}

/** The command that is called, also where parsing failed before it. */
const commandOf = ({ commands }: Command, argv: readonly string[]) =>
  argv.find((word) => commands.some((command) => command.name() === word))
