import type { Command, Option } from 'commander'
import { exitCodeTexts } from './exit-codes.ts'
import { padded } from './format/text.ts'

const everyday = [
  'setup',
  'login',
  'logout',
  'forget-me',
  'receipt',
  'recover',
  'restore',
  'move',
  'status',
  'chat',
  'watch',
  'ask',
  'import',
  'export',
  'simulate',
]

/** The commands about the programs themselves. */
const machine = ['daemon', 'service', 'doctor', 'completion']

export const examples = [
  ['companion setup', 'the very first step'],
  ['companion chat', 'talk with your companion'],
  ['companion interactions list --status pending', 'what waits for an answer'],
  ['companion interactions answer ID --answer-text Yes', 'answer it'],
  ['companion ask "Deploy?" --type approval --wait', 'exits with 0 if approved'],
  ['companion import conversations.json', 'take in what ChatGPT knows'],
  ['companion watch --json', 'events, one a line'],
] as const

/** The options that all commands know, for the help of one: a group is asked for nothing but its commands. */
export function globalOptions(command: Command): Option[] {
  if (command.commands.length > 0) return []
  let program = command
  while (program.parent) program = program.parent
  return program.options.filter(({ long }) => long !== '--version')
}

/** Makes the help of the program: everyday commands, everything else by group, options, examples, exit codes. */
export function topLevelHelp(program: Command): void {
  program.helpInformation = () =>
    [
      'companion - talks to the Companion daemon of this machine.',
      section('Usage', ['companion COMMAND [OPTIONS]']),
      section('Everyday', rows(everyday.map((name) => [name, summaryOf(program, name)]))),
      section('This machine', rows(machine.map((name) => [name, summaryOf(program, name)]))),
      section(
        'Everything the daemon can do (`companion GROUP --help` tells more)',
        rows(groupsOf(program).map((group) => [group.name(), wrapped(leavesOf(group))])),
      ),
      section('Options', rows(program.options.map(({ flags, description }) => [flags, description]))),
      section('Examples', rows(examples)),
      section('Exit codes', rows(exitCodeTexts.map(([code, text]) => [String(code), text]))),
      'Commands ask with the key in COMPANION_KEY or --key-file, else as the member\n' +
        'who is signed in, else as system:cli with the key of this machine. The home\n' +
        'is COMPANION_HOME, else the data folder of the platform. Times are shown in\n' +
        'your time zone; --json has them in UTC.',
      '',
    ].join('\n\n')
}

const section = (title: string, lines: readonly string[]) =>
  [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n')

function rows(entries: readonly (readonly [string, string])[]): string[] {
  const longest = Math.max(...entries.map(([name]) => name.length))
  return entries.map(
    ([name, text]) => `${padded(name, longest)}  ${text.replaceAll('\n', `\n${' '.repeat(longest + 4)}`)}`,
  )
}

const groupsOf = (program: Command) =>
  program.commands.filter((command) => ![...everyday, ...machine].includes(command.name()))

const summaryOf = (program: Command, name: string) =>
  program.commands.find((command) => command.name() === name)?.summary() ?? ''

/** The names of all commands in a group, those of its groups with theirs before. */
function leavesOf(group: Command): string[] {
  if (group.commands.length === 0) return [group.summary()]
  return group.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : leavesOf(command).map((name) => `${command.name()} ${name}`),
  )
}

function wrapped(names: readonly string[]): string {
  let column = 0
  return names
    .map((name, index) => {
      const text = index === names.length - 1 ? name : `${name}, `
      const lead = column + text.length > 62 ? '\n' : ''
      column = lead === '' ? column + text.length : text.length
      return lead + text
    })
    .join('')
    .replaceAll(' \n', '\n')
}
