import type { Command, Option } from 'commander'

/** A flag as shells and the manual are told of it. */
export interface Flag {
  /** As it is typed: `-f`, `--follow`. */
  readonly names: readonly string[]
  /** `<n>`, in brackets where it may be left out; null where it takes nothing. */
  readonly value: string | null
  /** Whether a value has to follow. */
  readonly valued: boolean
  readonly choices: readonly string[]
  readonly description: string
}

/** A command, with what can stand after it. */
export interface TableEntry {
  /** From the program on: `['memory', 'search']`; empty for the program itself. */
  readonly path: readonly string[]
  readonly summary: string
  readonly description: string
  /** `[file]`, `<prompt>`. */
  readonly args: readonly string[]
  readonly commands: readonly { readonly name: string; readonly summary: string }[]
  readonly flags: readonly Flag[]
}

/** Every command of the program, itself first, each before those below it. */
export function commandTable(program: Command): TableEntry[] {
  const common = program.options.filter(({ long }) => long !== '--version')
  const visit = (command: Command, path: readonly string[]): TableEntry[] => {
    const options = command === program ? program.options : [...command.options, ...common]
    const entry = {
      path,
      summary: summaryOf(command),
      description: command.description(),
      args: command.registeredArguments.map((argument) => {
        const name = `${argument.name()}${argument.variadic ? '...' : ''}`
        return argument.required ? `<${name}>` : `[${name}]`
      }),
      commands: command.commands.map((one) => ({ name: one.name(), summary: summaryOf(one) })),
      flags: [...options.map(toFlag), help],
    }
    return [entry, ...command.commands.flatMap((one) => visit(one, [...path, one.name()]))]
  }
  return visit(program, [])
}

const help: Flag = {
  names: ['-h', '--help'],
  value: null,
  valued: false,
  choices: [],
  description: 'this help',
}

function toFlag({ short, long, flags, required, argChoices = [], description }: Option): Flag {
  const [value = null] = /[<[].*$/.exec(flags) ?? []
  const names = [short, long].filter((name) => name !== undefined)
  return { names, value, valued: required, choices: argChoices, description }
}

const summaryOf = (command: Command) => command.summary() || (command.description().split('\n')[0] ?? '')
