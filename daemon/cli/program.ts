import { Command, Option } from 'commander'
import { clientVersion, groups, operations } from '../client/description.ts'
import type { AskOptions } from './commands/ask.ts'
import type { ChatOptions } from './chat/chat-start.ts'
import type { ExportCommand } from './commands/export.ts'
import type { ForgetMeOptions } from './commands/forget-me.ts'
import type { ImportCommand } from './commands/import.ts'
import type { LoginOptions } from './commands/login.ts'
import type { MoveOptions } from './commands/move.ts'
import type { RecoverOptions } from './commands/recover.ts'
import type { RestoreOptions } from './commands/restore.ts'
import type { SetupOptions } from './commands/setup.ts'
import { derivedCommand, isDerived, wordsOf } from './derived.ts'
import { askCodeTexts } from './exit-codes.ts'
import { allowedValues, readDuration } from './flags.ts'
import { globalOptions, topLevelHelp } from './help.ts'
import { invocationOf } from './invocation.ts'
import { addMachine } from './machine.ts'

const passwordStdin = () =>
  new Option(
    '--password-stdin',
    'read the password from standard input; else from COMPANION_PASSWORD, else asked for',
  )

/** The whole command line: the everyday commands, and one for every operation of the daemon. */
export function createProgram(environment: NodeJS.ProcessEnv): Command {
  const program = new Command('companion')
    .description('Talks to the Companion daemon of this machine.')
    .version(clientVersion, '--version', 'the version of this program')
    .helpOption('-h, --help', 'this help, or that of a command')
    .helpCommand(false)
    .option('--json', 'results as JSON on stdout, errors as JSON on stderr')
    .option('--as-system', 'call as system:cli, with the key of this machine')
    .option('--key-file <path>', 'call with the key in this file, else in COMPANION_KEY')
    .configureHelp({
      showGlobalOptions: true,
      visibleGlobalOptions: globalOptions,
    })
  addEveryday(program, environment)
  for (const operation of operations.values()) {
    if (!isDerived(operation)) continue
    const words = wordsOf(operation.name)
    const parent = words.slice(0, -1).reduce(groupIn, program)
    parent.addCommand(derivedCommand(operation, words.at(-1) ?? '', environment))
  }
  for (const command of family(program)) {
    // Everything that goes wrong is said in one place, and once.
    command.exitOverride().configureOutput({ outputError: () => {} })
    if (command !== program) command.copyInheritedSettings(program).helpOption('-h, --help', 'this help')
  }
  topLevelHelp(program)
  return program
}

function addEveryday(program: Command, environment: NodeJS.ProcessEnv): void {
  program
    .command('setup')
    .summary('Become the owner of a new home')
    .description(
      'Makes you the owner of a home that has none, and signs you in.\n' +
        'At a terminal it asks for whatever is missing.',
    )
    .option('--username <name>', 'letters, digits, dot, dash, underscore')
    .option('--full-name <text>', 'what the companion calls you')
    .option('--relationship <text>', 'who you are to the household: parent, child, friend ...')
    .option('--setup-code <code>', 'the one-time code that the daemon prints; read from the home if left out')
    .addOption(passwordStdin())
    .action(async (options: SetupOptions, command: Command) => {
      const { setUp } = await import('./commands/setup.ts')
      await setUp(invocationOf(command, environment), options)
    })
  program
    .command('login')
    .summary('Sign in')
    .description('Signs a member in: commands run as them until `companion logout`.')
    .option('--username <name>', 'asked for if left out')
    .addOption(passwordStdin())
    .action(async (options: LoginOptions, command: Command) => {
      const { logIn } = await import('./commands/login.ts')
      await logIn(invocationOf(command, environment), options)
    })
  program
    .command('logout')
    .summary('Sign out')
    .description('Ends the session, both in the daemon and on this computer.')
    .action(async (_options: object, command: Command) => {
      const { logOut } = await import('./commands/logout.ts')
      await logOut(invocationOf(command, environment))
    })
  program
    .command('status')
    .summary('Whether the daemon runs, where, and who is signed in')
    .description(
      'Shows whether the daemon runs, where, since when, and who is signed in. Exit code 3 if none runs.',
    )
    .action(async (_options: object, command: Command) => {
      const { showStatus } = await import('./commands/status.ts')
      await showStatus(invocationOf(command, environment))
    })
  program
    .command('watch')
    .summary('Show events as they happen')
    .description(
      'Shows events as they happen, one per line, until Ctrl-C. Reconnects automatically.\n' +
        'Without --topic: your interactions, for admins those of all admins, and the system status.',
    )
    .option('--topic <name>', 'only this topic; repeatable', several)
    .action(async ({ topic = [] }: { topic?: string[] }, command: Command) => {
      const { watch } = await import('./commands/watch.ts')
      await watch(invocationOf(command, environment), topic)
    })
  addForgetMe(program, environment)
  addRecover(program, environment)
  addRestore(program, environment)
  addMove(program, environment)
  addChat(program, environment)
  addAsk(program, environment)
  addFiles(program, environment)
  addMachine(program, environment)
  const simulate = operations.get('interactions.simulate')
  if (simulate) program.addCommand(derivedCommand(simulate, 'simulate', environment))
}

const several = (value: string, before: readonly string[] = []) => [...before, value]

function addForgetMe(program: Command, environment: NodeJS.ProcessEnv): void {
  program
    .command('forget-me')
    .summary('Delete your account and everything of yours, for good')
    .description(
      'Deletes the account of whoever is signed in and everything that the companion holds of them, from the backups too, and ' +
        'writes the signed receipt into a new file. Nobody can bring it back.',
    )
    .option('--confirm <words>', 'FORGET ME; asked for if left out')
    .option('--receipt <file>', 'where the receipt goes; companion-receipt-TIME.jws here if left out')
    .addOption(passwordStdin())
    .action(async (options: ForgetMeOptions, command: Command) => {
      const { forgetMe } = await import('./commands/forget-me.ts')
      await forgetMe(invocationOf(command, environment), options)
    })
  program
    .command('receipt <file>')
    .summary('Verify the receipt of a deletion')
    .description(
      'Verifies a receipt (- for standard input) with the key in it, without a daemon, and says whether the home of this ' +
        'machine has signed it. Exit code 6 where it was changed.',
    )
    .action(async (file: string, _options: object, command: Command) => {
      const { showReceipt } = await import('./commands/forget-me.ts')
      await showReceipt(invocationOf(command, environment), file)
    })
}

function addRecover(program: Command, environment: NodeJS.ProcessEnv): void {
  program
    .command('recover')
    .summary('Set a new password for somebody who has lost it')
    .description(
      'Sets a new password for a member without the old one, for whoever can read the home. The daemon has to run. At a ' +
        'terminal it asks for whatever is missing. All sessions of the member end, unless they are kept, and the member is told.',
    )
    .option('--username <name>', 'asked for if left out')
    .option('--without-second-factor', 'also turn off their second factors')
    .option('--keep-sessions', 'let them stay signed in where they are')
    .addOption(passwordStdin())
    .action(async (options: RecoverOptions, command: Command) => {
      const { recover } = await import('./commands/recover.ts')
      await recover(invocationOf(command, environment), options)
    })
}

function addRestore(program: Command, environment: NodeJS.ProcessEnv): void {
  program
    .command('restore <location>')
    .summary('Build a home from encrypted backups, or go back to a single one')
    .description(
      'Builds the home of a machine that has none yet, with its database and its keys, from the folder or the ' +
        'https:// or s3+https:// address that backups went to, and the twelve words that were shown when it was set up. The ' +
        'name and password of a server come from COMPANION_STORAGE_USER and COMPANION_STORAGE_PASSWORD, else they are asked ' +
        'for. The daemon must not run. Without --snapshot it takes the newest. Given a ' +
        'single file of `backups` in the home, it puts that in the place of the database, which is backed up before: the way ' +
        'back where the daemon does not start after an update. Given a file that `companion move` has written (- for standard ' +
        'input), it builds the home from that. Everybody signs in again.',
    )
    .option('--snapshot <id>', 'this one of those that are listed')
    .option('--home <path>', 'the folder of the home; COMPANION_HOME, else that of the platform, if left out')
    .option('--list', 'only list the snapshots, and restore nothing')
    .option(
      '--new-passphrase',
      'give an encrypted home another passphrase; from COMPANION_NEW_PASSPHRASE, else asked for',
    )
    .option('--words-stdin', 'read the words from standard input; else from COMPANION_WORDS, else asked for')
    .action(async (location: string, options: RestoreOptions, command: Command) => {
      const { restore } = await import('./commands/restore.ts')
      await restore(invocationOf(command, environment), location, options)
    })
}

function addMove(program: Command, environment: NodeJS.ProcessEnv): void {
  program
    .command('move [file]')
    .summary('Move the home to another machine')
    .description(
      'Writes the whole home into one new file (- for standard output), whether or not the daemon runs: the database, the keys ' +
        'and the settings of the household. It is encrypted with twelve words, which are shown once; COMPANION_WORDS may hold ' +
        'others. `companion restore FILE` builds the home on the new machine. In one line:\n' +
        'companion move - | ssh new-machine companion restore -\n' +
        'Models are fetched again there.',
    )
    .option('--retire', 'do not let this home start again; the daemon must not run')
    .option('--back', 'let a home start again that was retired')
    .action(async (file: string | undefined, options: MoveOptions, command: Command) => {
      const { move } = await import('./commands/move.ts')
      await move(invocationOf(command, environment), file, options)
    })
}

function addChat(program: Command, environment: NodeJS.ProcessEnv): void {
  program
    .command('chat')
    .summary('Talk with your companion')
    .description(
      'Goes on with your conversation, and shows replies while they are written. /help lists what you can do there, Esc ' +
        'stops a reply, Ctrl-D leaves. Without a terminal, each line of standard input is a message, and with --json ' +
        'everything that happens is an event, one a line.',
    )
    .option('--new', 'begin a new conversation')
    .option(
      '--off-record',
      'begin one that leaves nothing: nothing is remembered, and it is deleted when you leave',
    )
    .action(async (options: ChatOptions, command: Command) => {
      const { chat } = await import('./commands/chat.ts')
      await chat(invocationOf(command, environment), options)
    })
}

function addAsk(program: Command, environment: NodeJS.ProcessEnv): void {
  program
    .command('ask <prompt>')
    .summary('Ask a person something, and wait for the answer')
    .description(
      'Puts a question to you, or to whom --to names, and prints its id; with --wait, the answer.\n' +
        'Scripts call it with a key of the scope ask.\n\n' +
        ['Exit codes:', ...askCodeTexts.map((text) => `  ${text}`)].join('\n'),
    )
    .addOption(
      new Option('--type <one>', 'question, choice with --option, if left out').choices([
        'question',
        'choice',
        'approval',
        'dialogue',
        'ack',
      ]),
    )
    .option('--option <text>', 'one to choose from; repeatable', several)
    .option('--title <text>', 'a few words above the prompt')
    .addOption(new Option('--severity <one>', 'how important it is').choices(['low', 'medium', 'high']))
    .option('--expires-in <duration>', 'how long it can be answered: 90s, 10m, 2h, 1d', readDuration)
    .option('--to <who>', 'a member (name or id) or household; repeatable', several)
    .option('--wait [duration]', 'wait for the answer, as long as this', readDuration)
    .option('--idempotency-key <text>', 'a repeated key asks once only, and waits for the same answer')
    .action(async (prompt: string, options: AskOptions, command: Command) => {
      const { askSomebody } = await import('./commands/ask.ts')
      await askSomebody(invocationOf(command, environment), prompt, options)
    })
}

/** What an input of an operation may be. */
const choicesOf = (operation: string, field: string): string[] => {
  const inputField = operations.get(operation)?.fields.find(({ name }) => name === field)
  return allowedValues(inputField?.schema ?? {})?.map(String) ?? []
}

const passphraseOption = () =>
  new Option(
    '--archive-passphrase-stdin',
    'read the passphrase of the file from standard input, in place of $COMPANION_ARCHIVE_PASSPHRASE',
  )

function addFiles(program: Command, environment: NodeJS.ProcessEnv): void {
  program
    .command('import [file]')
    .summary('Take memories in from a file')
    .description(
      'Takes in what a file holds (- for standard input): conversations.json of ChatGPT or Claude, files of mem0, Letta ' +
        'and the memory server of MCP, OpenAI messages as JSON Lines, Markdown, CSV, plain text, and what `companion ' +
        'export` wrote, all of it too and encrypted. The same file again changes nothing.',
    )
    .addOption(
      new Option('--format <one>', 'found by what is in the file if left out').choices(
        choicesOf('imports.start', 'format'),
      ),
    )
    .option('--source <name>', 'what it is called; the name of the file if left out')
    .addOption(
      new Option('--visibility <one>', 'of all; as the file says, else private, if left out').choices(
        choicesOf('imports.start', 'visibility'),
      ),
    )
    .option('--preview', 'only tell what is in it, and store nothing')
    .option('--all-roles', 'also what assistants said')
    .option('--undo <id>', 'undo an import instead: forget everything that it stored')
    .addOption(passphraseOption())
    .action(async (file: string | undefined, options: ImportCommand, command: Command) => {
      const { importMemories } = await import('./commands/import.ts')
      await importMemories(invocationOf(command, environment), file, options)
    })
  program
    .command('export [file]')
    .summary('Write all your memories, or everything of yours, into a file')
    .description(
      'Writes all your memories, history included, into a new file or to standard output. With --all it is everything ' +
        'that is kept of you: conversations, goals, preferences and the rest. `companion import` takes either in again, ' +
        'encrypted too.',
    )
    .option('--all', 'everything, and not memories alone')
    .option('--encrypt', 'with a passphrase, as a file of age: `age -d` opens it, too')
    .addOption(passphraseOption())
    .addOption(
      new Option('--format <one>', 'both can be imported again')
        .choices(['jsonl', 'markdown'])
        .default('jsonl'),
    )
    .action(async (file: string | undefined, options: ExportCommand, command: Command) => {
      const { exportToFile } = await import('./commands/export.ts')
      await exportToFile(invocationOf(command, environment), file, options)
    })
}

function groupIn(parent: Command, name: string): Command {
  const there = parent.commands.find((command) => command.name() === name)
  return (
    there ??
    parent
      .command(name)
      .description(groups.get(name) ?? '')
      .helpCommand(false)
  )
}

function family(command: Command): Command[] {
  return [command, ...command.commands.flatMap(family)]
}
