import { localHome } from '../client/local/daemon.ts'
import {
  type EncryptionDone,
  type EncryptionProblem,
  requestEncryption,
  shortestPassphrase,
  unlockHere,
} from '../client/local/encryption.ts'
import { CliError } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'
import { canAsk } from './prompt.ts'
import { readSecrets } from './secrets.ts'

/** Hands the key of a home over to the daemon that waits for it. */
export async function unlockDaemon(environment: NodeJS.ProcessEnv, fromInput = false): Promise<void> {
  const { path: home } = localHome(environment)
  const [secret] = await secretsOf(environment, fromInput, [['passphrase', false]])
  unlessProblem(await requestEncryption({ unlock: { home, secret } }))
}

/** Whether somebody can be asked for the passphrase, or has given it. */
export const canUnlock = (environment: NodeJS.ProcessEnv): boolean =>
  environment['COMPANION_PASSPHRASE'] !== undefined || canAsk()

/** Unlocks an encrypted home for this program: the key of this machine is encrypted with it. */
export async function unlockProgram(environment: NodeJS.ProcessEnv): Promise<void> {
  const home = localHome(environment)
  const [secret] = await secretsOf(environment, false, [['passphrase', false]])
  unlessProblem(await unlockHere(home, secret))
}

/** Gets secrets from standard input, one a line, from the environment, or from the person at the terminal; those that are chosen twice. */
export async function secretsOf<Names extends readonly (readonly [string, boolean])[]>(
  environment: NodeJS.ProcessEnv,
  passphraseStdin: boolean,
  names: readonly [...Names],
): Promise<{ [Place in keyof Names]: string }> {
  const wanted = names.map(([name, chosen]) => ({ name, chosen, fromInput: passphraseStdin, required: true }))
  const given = await readSecrets(wanted, environment)
  return names.map(([name]) => given[name] ?? '') as { [Place in keyof Names]: string }
}

const refusals = {
  encrypted: ['refused', 'this home is encrypted already', null],
  not_encrypted: ['refused', 'this home is not encrypted', '`companion encryption on` encrypts it.'],
  wrong_secret: ['denied', 'this is neither the passphrase of the home nor its twelve words', null],
  too_short: [
    'badInput',
    'a passphrase has 12 characters or more',
    'Four or five words that nobody would guess are good.',
  ],
  in_use: [
    'refused',
    'Companion runs on this home',
    'Stop it first: `companion daemon stop`, or quit the app.',
  ],
  not_waiting: [
    'noDaemon',
    'no daemon waits to be unlocked',
    'Start it with `companion daemon start`, or by opening the app.',
  ],
  damaged_key: [
    'failed',
    'home-key.json is damaged, here and in backups/',
    'Put back the one of another copy of the home; without it nothing can be read.',
  ],
} as const

/** Throws where a new passphrase has too few characters. */
export function assertLongEnough(passphrase: string): void {
  if (passphrase.length < shortestPassphrase) unlessProblem({ problem: 'too_short' })
}

/** What was done; throws what is to be said where nothing was. */
export function unlessProblem(outcome: EncryptionDone | EncryptionProblem): EncryptionDone {
  if (!('problem' in outcome)) return outcome
  const [exit, message, hint] = refusals[outcome.problem]
  throw new CliError(exitCodes[exit], message, hint)
}
