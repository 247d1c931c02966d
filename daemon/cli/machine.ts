import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { CompletionFor } from './commands/completion.ts'
import type { LogOptions } from './commands/daemon-logs.ts'
import type { DaemonCommandOptions } from './commands/daemon.ts'
import type { EncryptionOptions } from './commands/encryption.ts'
import type { DoctorOptions } from './commands/doctor.ts'
import type { ServiceCommand } from './commands/service.ts'
import { logLevels } from './format/log-line.ts'
import { invocationOf } from './invocation.ts'

/** The commands about the daemon as a program of this machine. */
export function addMachine(program: Command, environment: NodeJS.ProcessEnv): void {
  addDaemon(program, environment)
  addService(program, environment)
  addEncryption(program, environment)
  addDoctor(program, environment)
  addCompletion(program)
}

const ofSystem = () => new Option('--system', 'the service of the whole machine (Linux, as root)')

function addDaemon(program: Command, environment: NodeJS.ProcessEnv): void {
  const group = program
    .command('daemon')
    .summary('Start, stop and restart the daemon, and show its log')
    .description('The daemon as a program of this machine.')
    .helpCommand(false)
  group
    .command('start')
    .summary('Start the daemon in the background')
    .description(
      'Starts the daemon in the background, through its service where one is installed, and waits until it answers.',
    )
    .addOption(ofSystem())
    .action(async (options: DaemonCommandOptions, command: Command) => {
      const { startDaemon } = await import('./commands/daemon.ts')
      await startDaemon(invocationOf(command, environment), options)
    })
  group
    .command('stop')
    .summary('Stop the daemon')
    .description(
      'Stops the daemon and waits until it is gone. One that the app has started, the app starts again: quit it instead.',
    )
    .addOption(ofSystem())
    .action(async (options: DaemonCommandOptions, command: Command) => {
      const { endDaemon } = await import('./commands/daemon.ts')
      await endDaemon(invocationOf(command, environment), options)
    })
  group
    .command('restart')
    .summary('Stop the daemon and start it again')
    .description('Stops the daemon where one runs, and starts one as `companion daemon start` does.')
    .addOption(ofSystem())
    .action(async (options: DaemonCommandOptions, command: Command) => {
      const { restartDaemon } = await import('./commands/daemon.ts')
      await restartDaemon(invocationOf(command, environment), options)
    })
  group
    .command('logs')
    .summary('Show the log of the daemon')
    .description(
      'Shows the newest lines of the log, whether or not the daemon runs; with --json as they are.',
    )
    .option('-f, --follow', 'show what is added, until Ctrl-C')
    .addOption(
      new Option('--level <one>', 'this important, or more').choices(Object.keys(logLevels)).default('debug'),
    )
    .addOption(new Option('--lines <n>', 'how many at first').argParser(readLineCount).default(50))
    .addOption(ofSystem())
    .action(async (options: LogOptions, command: Command) => {
      const { showLogs } = await import('./commands/daemon-logs.ts')
      await showLogs(invocationOf(command, environment), options)
    })
}

/** More than anyone reads at once, and little enough to keep. */
const maxLines = 100_000

function readLineCount(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count > maxLines)
    throw new InvalidArgumentError(`It must be a whole number, ${maxLines} at most.`)
  return count
}

function addService(program: Command, environment: NodeJS.ProcessEnv): void {
  const group = program
    .command('service')
    .summary('Have the daemon start by itself')
    .description('The daemon as a service of this machine: systemd, launchd, or a scheduled task of Windows.')
    .helpCommand(false)
  group
    .command('install')
    .summary('Install the service and start it')
    .description(
      'Has the daemon start when you sign in at this machine, and starts it now. It runs on the home of this command, ' +
        `and with the settings of its config.json; other variables of the environment do not come along.\n` +
        'With --system it starts with the machine, as a user of its own, on the home /var/lib/companion.',
    )
    .addOption(ofSystem())
    .option('--no-start', 'do not start it now')
    .action(async (options: ServiceCommand, command: Command) => {
      const { installService } = await import('./commands/service.ts')
      await installService(invocationOf(command, environment), options)
    })
  group
    .command('uninstall')
    .summary('Stop the service and take it away')
    .description('Stops the service and takes it away. The home stays.')
    .addOption(ofSystem())
    .action(async (options: ServiceCommand, command: Command) => {
      const { uninstallService } = await import('./commands/service.ts')
      await uninstallService(invocationOf(command, environment), options)
    })
  group
    .command('status')
    .summary('Whether the service is installed and runs')
    .description('Shows whether the service is installed, starts by itself and runs. Exit code 3 if not.')
    .addOption(ofSystem())
    .action(async (options: ServiceCommand, command: Command) => {
      const { showService } = await import('./commands/service.ts')
      await showService(invocationOf(command, environment), options)
    })
}

const passphraseStdin = () =>
  new Option(
    '--passphrase-stdin',
    'read it from standard input; else from COMPANION_PASSPHRASE, else asked for',
  )

function addEncryption(program: Command, environment: NodeJS.ProcessEnv): void {
  program
    .command('unlock')
    .summary('Unlock an encrypted home')
    .description('Gives the daemon that waits for it the passphrase of its home, or the twelve words.')
    .addOption(passphraseStdin())
    .action(async (options: EncryptionOptions, command: Command) => {
      const { unlock } = await import('./commands/encryption.ts')
      await unlock(invocationOf(command, environment), options)
    })
  const group = program
    .command('encryption')
    .summary('Encrypt the home, so that a stolen disk tells nothing')
    .description('The encryption of the home: the database, the backups in it, and every secret.')
    .helpCommand(false)
  group
    .command('status')
    .summary('Whether the home is encrypted')
    .description('Shows whether the home is encrypted, and whether a daemon waits to be unlocked.')
    .action(async (_options: object, command: Command) => {
      const { showEncryption } = await import('./commands/encryption.ts')
      await showEncryption(invocationOf(command, environment))
    })
  group
    .command('on')
    .summary('Encrypt the home with a passphrase')
    .description(
      'Encrypts the home with a passphrase of yours, and shows twelve words that open it, too. Stop the daemon before.',
    )
    .addOption(passphraseStdin())
    .action(async (options: EncryptionOptions, command: Command) => {
      const { turnOn } = await import('./commands/encryption.ts')
      await turnOn(invocationOf(command, environment), options)
    })
  group
    .command('off')
    .summary('Decrypt the home')
    .description('Writes everything unencrypted again. Stop the daemon before.')
    .addOption(passphraseStdin())
    .action(async (options: EncryptionOptions, command: Command) => {
      const { turnOff } = await import('./commands/encryption.ts')
      await turnOff(invocationOf(command, environment), options)
    })
  group
    .command('key')
    .summary('Print the key of the home')
    .description(
      'Prints the key of the home, for the credentials of systemd: pipe it into\n' +
        'systemd-creds encrypt --name=companion-home-key - /etc/credstore.encrypted/companion-home-key',
    )
    .addOption(passphraseStdin())
    .action(async (options: EncryptionOptions, command: Command) => {
      const { printKey } = await import('./commands/encryption.ts')
      await printKey(invocationOf(command, environment), options)
    })
  group
    .command('passphrase')
    .summary('Choose another passphrase')
    .description(
      'Gives the home another passphrase, and other words. The twelve words do as well as the old passphrase.',
    )
    .addOption(passphraseStdin())
    .action(async (options: EncryptionOptions, command: Command) => {
      const { changePassphrase } = await import('./commands/encryption.ts')
      await changePassphrase(invocationOf(command, environment), options)
    })
}

function addDoctor(program: Command, environment: NodeJS.ProcessEnv): void {
  program
    .command('doctor')
    .summary('Find out what is wrong, and how to mend it')
    .description(
      'Looks at the home, the daemon, the clock, the database and its copies, the models, certificates and backups, whether ' +
        'or not the daemon runs. What is not well comes with the command that mends it. Exit code 1 if there is a problem; a ' +
        'warning alone is none.\n' +
        'With --fix it closes the home to others, removes what a daemon that is gone has left, and makes the search index ' +
        'anew where it is wrong. It deletes nothing of yours.',
    )
    .option('--fix', 'mend what can be mended without any harm, and say each thing that was done')
    .addOption(ofSystem())
    .action(async (options: DoctorOptions, command: Command) => {
      const { examine } = await import('./commands/doctor.ts')
      await examine(invocationOf(command, environment), options)
    })
}

function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary('Have your shell complete commands and flags')
    .description(
      'Prints what a shell is to know of the commands, or the manual page as roff.\n' +
        'bash: source <(companion completion bash)\n' +
        'zsh: source <(companion completion zsh), after compinit\n' +
        'fish: companion completion fish | source',
    )
    .addArgument(new Argument('<for>', 'what it is for').choices(['bash', 'zsh', 'fish', 'man']))
    .action(async (what: CompletionFor) => {
      const { printCompletion } = await import('./commands/completion.ts')
      printCompletion(program, what)
    })
}
