import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { localHome } from '../../client/local/daemon.ts'
import { isEncrypted } from '../../client/local/encryption.ts'
import {
  bringBack,
  type Moved,
  moveHome,
  type MoveProblem,
  readWords,
  type Received,
  receiveHome,
} from '../../client/local/move.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { harmless } from '../format/text.ts'
import type { Invocation } from '../invocation.ts'
import { remark, say } from '../output.ts'
import { askWords, askWordsBeside, encryptionText } from '../twelve-words.ts'
import { unlockProgram } from '../unlocking.ts'

export interface MoveOptions {
  readonly retire?: boolean
  readonly back?: boolean
}

/** Writes the whole home into a file that goes to another machine, or lets one that was retired go on. */
export async function move(
  invocation: Invocation,
  file: string | undefined,
  { retire = false, back = false }: MoveOptions,
): Promise<void> {
  const home = localHome(invocation.environment)
  if (back) {
    if (file !== undefined || retire) throw usageError('--back goes with nothing else')
    if (!(await bringBack(home.path))) throw new CliError(exitCodes.refused, 'this home is not retired')
    say(invocation, { home: home.path, retired: false }, () => `${home.path} starts again.`)
    return
  }
  if (file === undefined) throw usageError('move wants a file to write, or - for standard output')
  if (file === '-' && process.stdout.isTTY)
    throw usageError('the file does not go to a terminal', 'Pipe it on, or name a file.')
  const target = file === '-' ? join(home.backups, `move.${process.pid}.part`) : resolve(file)
  if (file !== '-' && existsSync(target)) throw usageError(`${target} is there already`, 'Name a new file.')
  const words = chosenWords(invocation)
  if (isEncrypted(home)) await unlockProgram(invocation.environment)
  const moved = await moveHome({ home: home.path, file: target, words, retire })
  if ('problem' in moved) throw refusalOf(moved)
  if (file !== '-') {
    say(invocation, moved, () => summaryOf(moved))
    return
  }
  remark(`The twelve words that open it, shown this once:\n\n  ${moved.words}\n`)
  // Elsewhere a reader that stops early is fine.
  process.stdout.removeAllListeners('error')
  try {
    await pipeline(createReadStream(target), process.stdout)
  } catch (error) {
    // Nobody has received it, so this home is the only one.
    if (retire) await bringBack(home.path)
    throw error
  } finally {
    rmSync(target, { force: true })
  }
  remark(goesOnText(moved))
}

/** Words of the environment, for a script that gives them to both machines; null where there are none. */
function chosenWords({ environment }: Invocation): string | null {
  const given = environment['COMPANION_WORDS'] ?? ''
  if (given.trim() === '') return null
  const words = readWords(given)
  if (words === null)
    throw usageError(
      'COMPANION_WORDS holds no twelve words of BIP 39',
      'Leave it out, and new ones are made.',
    )
  return words
}

const goesOnText = ({ home, retired }: Moved) =>
  retired
    ? `${home} is retired, and does not start any more. \`companion move --back\` undoes that.`
    : `${home} goes on as before: what is said to both from now on is in one of them alone. Stop this one once the other runs, or move with --retire.`

function summaryOf(moved: Moved): string {
  const { file, words, members, memories, bytes } = moved
  return (
    `${file} (${(Math.max(bytes, 100_000) / 1_000_000).toFixed(1)} MB) holds all of it: ${whoIn({ members, memories })}, and the keys.\n` +
    `These words open it, and are shown this once:\n\n  ${words}\n\n` +
    `On the new machine: companion restore FILE\n${goesOnText(moved)}`
  )
}

const whoIn = ({ members, memories }: Pick<Moved, 'members' | 'memories'>) =>
  `${harmless(members.join(', '))}, ${memories === 1 ? '1 memory' : `${memories} memories`}`

export interface ReceiveOptions {
  readonly home: string
  readonly wordsStdin: boolean
  /** A new passphrase for an encrypted home; null leaves the old one. */
  readonly passphrase: string | null
}

/** Builds a home from a file that `move` has written. */
export async function receive(invocation: Invocation, file: string, options: ReceiveOptions): Promise<void> {
  const words = await askWords(invocation.environment, options.wordsStdin)
  await build(invocation, file, words, options)
}

/** The same from standard input, which is kept in a file until the home is built: the words may be mistyped. */
export async function receivePiped(invocation: Invocation, options: ReceiveOptions): Promise<void> {
  if (options.wordsStdin)
    throw usageError('standard input is the file, so the words come from COMPANION_WORDS')
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const file = resolve(`companion-move-${time}-${process.pid}.age`)
  await pipeline(process.stdin, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  let isWorthless = false
  try {
    const words = await askWordsBeside(invocation.environment)
    if (words === null)
      throw usageError(
        'the words are missing, and nobody can be asked for them here',
        'Set COMPANION_WORDS, or restore the file that was kept.',
      )
    await build(invocation, file, words, options)
    isWorthless = true
  } catch (error) {
    isWorthless = error instanceof CliError && error.message === texts.damaged[1]
    throw error
  } finally {
    if (isWorthless) rmSync(file, { force: true })
    else remark(`What came is kept: companion restore ${file}`)
  }
}

async function build(
  invocation: Invocation,
  file: string,
  words: string,
  { home, passphrase }: ReceiveOptions,
): Promise<void> {
  const received = await receiveHome({ file, home, words, passphrase })
  if ('problem' in received) throw refusalOf(received)
  say(invocation, received, () => receivedText(received))
}

const receivedText = (received: Received) =>
  `Restored the home that was moved on ${received.moved_at} to ${received.home}: ${whoIn(received)}, its keys and settings.\n` +
  'Start Companion, and sign in again with your password. Models are fetched again, and encrypted backups are to be set up anew.' +
  encryptionText(received)

const texts = {
  no_household: ['notFound', 'nobody lives in this home, so there is nothing to move', null],
  in_use: [
    'refused',
    'Companion runs on this home',
    'Stop it first: `companion daemon stop`, or quit the app.',
  ],
  has_members: [
    'refused',
    'this home already has a household, which stays as it is',
    'Restore to another one with --home, or move this one away.',
  ],
  wrong_words: [
    'denied',
    'these words do not open the file, or its beginning was altered',
    'They are the twelve words that `companion move` has shown, in their order.',
  ],
  damaged: [
    'refused',
    'the file was cut or altered; nothing was restored',
    'Make it anew with `companion move`.',
  ],
  full: ['failed', 'the disk is full; nothing was changed', null],
} as const

function refusalOf(refusal: MoveProblem): CliError {
  if (refusal.problem === 'too_new')
    return new CliError(
      exitCodes.refused,
      `the home is of data version ${refusal.version}, and this Companion knows ${refusal.supported}`,
      'Install the newest Companion, and try again.',
    )
  const [exit, message, hint] = texts[refusal.problem]
  return new CliError(exitCodes[exit], message, hint)
}
