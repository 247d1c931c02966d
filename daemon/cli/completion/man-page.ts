import { exitCodeTexts } from '../exit-codes.ts'
import { examples } from '../help.ts'
import type { Flag, TableEntry } from './command-table.ts'

const environment = [
  ['COMPANION_HOME', 'The home, else the data folder of the platform.'],
  ['COMPANION_KEY', 'The key to call with, where --key-file names none.'],
  ['COMPANION_PASSWORD', 'The password, for the commands that ask for one.'],
] as const

/** The manual page companion(1), as roff. */
export function manPage(table: readonly TableEntry[], version: string): string {
  const [program, ...commands] = table
  const leaves = commands.filter((entry) => entry.commands.length === 0)
  return [
    `.TH COMPANION 1 "" "Companion ${escaped(version)}" "Companion"`,
    '.SH NAME',
    String.raw`companion \- talks to the Companion daemon of this machine`,
    '.SH SYNOPSIS',
    '.B companion',
    String.raw`\fICOMMAND\fR [\fIOPTIONS\fR]`,
    '.SH DESCRIPTION',
    paragraph(
      'companion sets up, asks and runs the Companion daemon of this machine. Commands ask with the key in COMPANION_KEY or ' +
        '--key-file, else as the member who is signed in, else as system:cli with the key of this machine. Times are shown ' +
        'in your time zone; --json has them in UTC.',
    ),
    '.SH OPTIONS',
    'They can be given to every command.',
    ...(program?.flags ?? []).map(flagText),
    '.SH COMMANDS',
    ...leaves.flatMap(commandText),
    '.SH EXIT STATUS',
    ...exitCodeTexts.map(([code, text]) => term(`\\fB${code}\\fR`, text)),
    '.SH ENVIRONMENT',
    ...environment.map(([name, text]) => term(`\\fB${escaped(name)}\\fR`, text)),
    '.SH EXAMPLES',
    ...examples.map(([words, text]) => term(`\\fB${escaped(words)}\\fR`, text)),
    '',
  ].join('\n')
}

const common = new Set(['--help', '--json', '--as-system', '--key-file'])

function commandText({ path, args, description, flags }: TableEntry): string[] {
  const own = flags.filter(({ names }) => !names.some((name) => common.has(name)))
  const words = [...path, ...args].join(' ')
  return [
    `.SS "companion ${escaped(words).replaceAll('"', '""')}"`,
    paragraph(description),
    ...own.map(flagText),
  ]
}

function flagText({ names, value, choices, description }: Flag): string {
  const shown = names.map((name) => `\\fB${escaped(name)}\\fR`).join(', ')
  const choice = choices.length > 0 && !choices.every((one) => description.includes(one))
  const text = choice ? `${description}: ${choices.join(', ')}` : description
  return term(value === null ? shown : `${shown} \\fI${escaped(value)}\\fR`, text)
}

const term = (head: string, text: string) => `.TP\n${head}\n${paragraph(text)}`

/** A text in lines of its own, of which none is taken for a request, broken as it is. */
const paragraph = (text: string) =>
  escaped(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.replace(/^(?=[.'])/, String.raw`\&`))
    .join('\n.br\n')

/** A text without what roff would read as its own. */
const escaped = (text: string) =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll('…', '...')
