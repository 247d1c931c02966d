import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type BackupPlace,
  type CopyProblem,
  type CopyRestored,
  type FolderProblem,
  type FolderSnapshot,
  homeFolder,
  isAddress,
  listFolder,
  parseLocation,
  type Restored,
  restoreCopy,
  restoreFolder,
} from '../../client/local/folder-restore.ts'
import { localHome } from '../../client/local/daemon.ts'
import { isEncrypted } from '../../client/local/encryption.ts'
import { isMoveFile } from '../../client/local/move.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { harmless } from '../format/text.ts'
import type { Invocation } from '../invocation.ts'
import { remark, say } from '../output.ts'
import { ask, askSecret, canAsk } from '../prompt.ts'
import { askWords, encryptionText } from '../twelve-words.ts'
import { assertLongEnough, secretsOf, unlockProgram } from '../unlocking.ts'
import { receive, receivePiped } from './move.ts'

export interface RestoreOptions {
  readonly snapshot?: string
  readonly home?: string
  readonly list?: boolean
  readonly wordsStdin?: boolean
  readonly newPassphrase?: boolean
}

/**
 * Builds a home from a place of encrypted backups or from a moved one and the words that open it, or puts a single backup in
 * the place of its database.
 */
export async function restore(
  invocation: Invocation,
  location: string,
  options: RestoreOptions,
): Promise<void> {
  const file = resolve(location)
  const isFile = !isAddress(location) && statSync(file, { throwIfNoEntry: false })?.isFile()
  const isMoved = location === '-' || (isFile && isMoveFile(file))
  if (isMoved) await restoreMoved(invocation, location === '-' ? null : file, options)
  else if (isFile) await restoreOne(invocation, file, options)
  else await restoreFrom(invocation, location, options)
}

async function restoreMoved(
  invocation: Invocation,
  file: string | null,
  { home, snapshot, list = false, wordsStdin = false, newPassphrase = false }: RestoreOptions,
): Promise<void> {
  if (snapshot !== undefined || list)
    throw usageError('a moved home has no snapshots: leave out --snapshot and --list')
  const to = home === undefined ? homeFolder(invocation.environment) : resolve(home)
  const passphrase = newPassphrase ? await readPassphrase(invocation) : null
  const options = { home: to, wordsStdin, passphrase }
  if (file === null) await receivePiped(invocation, options)
  else await receive(invocation, file, options)
}

async function restoreOne(invocation: Invocation, file: string, options: RestoreOptions): Promise<void> {
  const { home, snapshot, list = false, wordsStdin = false, newPassphrase = false } = options
  if (snapshot !== undefined || list || wordsStdin || newPassphrase)
    throw usageError(
      'a single backup has no snapshots, words or passphrase: leave out --snapshot, --list, --words-stdin and --new-passphrase',
    )
  const to = home === undefined ? homeFolder(invocation.environment) : resolve(home)
  const environment = { ...invocation.environment, COMPANION_HOME: to }
  if (isEncrypted(localHome(environment))) await unlockProgram(environment)
  const restored = await restoreCopy(file, to)
  if ('problem' in restored) throw copyRefusal(restored)
  say(invocation, restored, () => copySummary(restored))
}

async function restoreFrom(
  invocation: Invocation,
  location: string,
  { snapshot, home, list = false, wordsStdin = false, newPassphrase = false }: RestoreOptions,
): Promise<void> {
  const place = await readPlace(invocation, location)
  const words = await askWords(invocation.environment, wordsStdin)
  const snapshots = unlessProblem(await listFolder(place, words))
  if (list) {
    say(invocation, { snapshots }, () => snapshots.map(lineOf).join('\n') || 'There is no snapshot yet.')
    return
  }
  if (!invocation.json) for (const one of snapshots) remark(lineOf(one))
  const to = home === undefined ? homeFolder(invocation.environment) : resolve(home)
  const passphrase = newPassphrase ? await readPassphrase(invocation) : null
  const restored = unlessProblem(
    await restoreFolder({ place, words, home: to, snapshot: snapshot ?? null, passphrase }),
  )
  say(invocation, restored, () => summaryOf(restored))
}

const megabytes = (bytes: number) => `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`

function copySummary({ file, home, members, memories, kept }: CopyRestored): string {
  const holds = `${harmless(members.join(', ')) || 'nobody'}, ${countOf(memories)}`
  return (
    `Start Companion: it goes on in ${home} with ${file} (${holds}). Everybody signs in again.` +
    (kept === null ? '' : `\nWhat was there until now is kept: ${kept}`)
  )
}

const countOf = (memories: number) => (memories === 1 ? '1 memory' : `${memories} memories`)

function copyRefusal(refusal: CopyProblem): CliError {
  if (refusal.problem === 'too_new') return tooNew('backup', refusal)
  if (refusal.problem === 'broken')
    return new CliError(exitCodes.refused, `this backup is damaged: ${refusal.reason}`, 'Take another one.')
  if (refusal.problem === 'no_database')
    return new CliError(
      exitCodes.refused,
      'this file is no backup of Companion',
      'Backups are the files that end with .db in `backups` in the home.',
    )
  const [exit, message, hint] = plain[refusal.problem]
  return new CliError(exitCodes[exit], message, hint)
}

const tooNew = (
  what: string,
  { version, supported }: { readonly version: number; readonly supported: number },
) =>
  new CliError(
    exitCodes.refused,
    `the ${what} is of data version ${version}, and this Companion knows ${supported}`,
    'Install the newest Companion, and try again.',
  )

const lineOf = ({ id, created_at, bytes }: FolderSnapshot) =>
  `${id}  ${created_at}  ${bytes === null ? 'damaged' : megabytes(bytes)}`

async function readPassphrase({ environment }: Invocation): Promise<string> {
  const [passphrase] = await secretsOf(environment, false, [['new_passphrase', true]])
  assertLongEnough(passphrase)
  return passphrase
}

function summaryOf({ snapshot, home, members, memories, ...more }: Restored): string {
  const people = harmless(members.join(', '))
  return (
    `Restored the snapshot ${snapshot.id} of ${snapshot.created_at} to ${home}: ${people}, ` +
    `${countOf(memories)}, and the keys of the home.\n` +
    'Start Companion, and sign in again with your password. Settings are those of this machine: set up the backups anew.' +
    encryptionText(more)
  )
}

/** What opens a server comes from the environment or the terminal: other users of the machine see a command line. */
async function readPlace({ environment }: Invocation, text: string): Promise<BackupPlace> {
  const location = isAddress(text) ? text : resolve(text)
  const parsed = parseLocation(location)
  if (parsed === null)
    throw usageError(
      'this is no address of a place for backups',
      'It begins with https:// or s3+https://, and has no password in it.',
    )
  if (parsed.kind === 'folder') return { location, credentials: null }
  const user = environment['COMPANION_STORAGE_USER'] ?? (canAsk() ? await ask('Name or access key') : '')
  if (user.trim() === '') return { location, credentials: null }
  const given = environment['COMPANION_STORAGE_PASSWORD']
  if (!given && !canAsk())
    throw usageError(
      'the password of the server is missing',
      'Without a terminal it is read from COMPANION_STORAGE_PASSWORD.',
    )
  const password = given || (await askSecret('Its password or secret key'))
  return { location, credentials: { user: user.trim(), password } }
}

function unlessProblem<T extends object>(outcome: T | FolderProblem): T {
  if ('problem' in outcome) throw refusalOf(outcome)
  return outcome
}

const isWhole = ({ id, created_at }: FolderSnapshot) =>
  `The newest whole one before it is of ${created_at}: take it with --snapshot ${id}.`

/** What is said where the problem alone tells everything: the exit code, what is wrong, and what to do about it. */
const plain = {
  no_folder: [
    'notFound',
    'there are no backups of Companion at this place, or it cannot be reached',
    'It is the one that has identity.age and README.txt in it. Is the disk connected, the server on?',
  ],
  denied: [
    'denied',
    'the server does not take this name and password',
    'They come from COMPANION_STORAGE_USER and COMPANION_STORAGE_PASSWORD, else they are asked for.',
  ],
  wrong_words: [
    'denied',
    'these words do not open the backups, or identity.age is damaged',
    'They are the twelve words that were shown when the backups were set up, in their order.',
  ],
  no_snapshot: ['notFound', 'there is no snapshot at this place yet', null],
  has_members: [
    'refused',
    'this home already has a household, which stays as it is',
    'Restore to another one with --home, or move this one away.',
  ],
  in_use: ['refused', 'Companion runs on this home', 'Stop it first, and try again.'],
  full: ['failed', 'the disk of the home is full; nothing was restored', null],
} as const

function refusalOf(refusal: FolderProblem): CliError {
  if (refusal.problem === 'unknown_snapshot') {
    const hint = `There are: ${refusal.snapshots.map(({ id }) => id).join(', ')}`
    return new CliError(exitCodes.notFound, 'there is no such snapshot, or several begin like that', hint)
  }
  if (refusal.problem === 'too_new') return tooNew('snapshot', refusal)
  if (refusal.problem === 'missing' || refusal.problem === 'damaged') {
    const { snapshot, name, problem, whole } = refusal
    return new CliError(
      exitCodes.refused,
      `the snapshot of ${snapshot.created_at} cannot be restored: ${name} is ${problem}`,
      whole === null ? 'No snapshot from before it is whole.' : isWhole(whole),
    )
  }
  const [exit, message, hint] = plain[refusal.problem]
  return new CliError(exitCodes[exit], message, hint)
}
