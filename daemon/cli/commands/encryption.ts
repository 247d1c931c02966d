import { isEncrypted, requestEncryption } from '../../client/local/encryption.ts'
import { localHome, lockedDaemon, pageOf, unlockingHint } from '../../client/local/daemon.ts'
import type { Invocation } from '../invocation.ts'
import { remark, say } from '../output.ts'
import { askYesNo, canAsk } from '../prompt.ts'
import { secretsOf, unlessProblem, unlockDaemon } from '../unlocking.ts'

export interface EncryptionOptions {
  readonly passphraseStdin?: boolean
}

/** Says whether the home is encrypted, and whether a daemon waits for its passphrase. */
export async function showEncryption(invocation: Invocation): Promise<void> {
  const home = localHome(invocation.environment)
  const encrypted = isEncrypted(home)
  const locked = unlockingHint(home)
  const page = lockedDaemon(home)
  const url = page && pageOf(page.file)
  say(invocation, { encrypted, locked: locked !== null, page: url, home: home.path }, () => {
    if (!encrypted) return `${home.path} is not encrypted. \`companion encryption on\` encrypts it.`
    return `${home.path} is encrypted${locked === null ? '.' : `, and locked. ${locked}`}`
  })
}

/** Encrypts the home; the daemon has to be stopped. */
export async function turnOn(invocation: Invocation, options: EncryptionOptions): Promise<void> {
  const { path: home } = localHome(invocation.environment)
  if (canAsk() && !options.passphraseStdin)
    remark(
      'You will need the passphrase each time that Companion starts. Without it, and without the twelve words that\n' +
        'are shown next, nobody can read the home again.',
    )
  const [passphrase] = await secretsOf(invocation.environment, options.passphraseStdin ?? false, [
    ['passphrase', true],
  ])
  const { words = '', files } = unlessProblem(await requestEncryption({ encrypt: { home, passphrase } }))
  say(
    invocation,
    { encrypted: true, files, words },
    () =>
      `${home} is encrypted (${files} files).\n\n  ${words}\n\n` +
      'These words open it where the passphrase is forgotten. They are shown this once: write them down, and keep them apart.',
  )
}

/** Decrypts the home; the daemon has to be stopped. */
export async function turnOff(invocation: Invocation, options: EncryptionOptions): Promise<void> {
  const { path: home } = localHome(invocation.environment)
  const [secret] = await secretsOf(invocation.environment, options.passphraseStdin ?? false, [
    ['passphrase', false],
  ])
  if (canAsk() && !options.passphraseStdin && !(await askYesNo('Write everything to the disk unencrypted?')))
    return
  const { files } = unlessProblem(await requestEncryption({ decrypt: { home, secret } }))
  say(invocation, { encrypted: false, files }, () => `${home} is not encrypted any more (${files} files).`)
}

/** Gives the home another passphrase, and other words. */
export async function changePassphrase(invocation: Invocation, options: EncryptionOptions): Promise<void> {
  const { path: home } = localHome(invocation.environment)
  const [secret, passphrase] = await secretsOf(invocation.environment, options.passphraseStdin ?? false, [
    ['passphrase', false],
    ['new_passphrase', true],
  ])
  const { words = '' } = unlessProblem(await requestEncryption({ change: { home, secret, passphrase } }))
  say(
    invocation,
    { words },
    () =>
      `The home has a new passphrase, and new words:\n\n  ${words}\n\nThe old ones open it no more. Copies that were made of the home before still open with them.`,
  )
}

/** Prints the key of the home, in hexadecimal. */
export async function printKey(invocation: Invocation, options: EncryptionOptions): Promise<void> {
  const { path: home } = localHome(invocation.environment)
  const [secret] = await secretsOf(invocation.environment, options.passphraseStdin ?? false, [
    ['passphrase', false],
  ])
  const { key = '' } = unlessProblem(await requestEncryption({ open: { home, secret } }))
  say(invocation, { key }, () => key)
}

/** Hands the key of the home to the daemon that waits for it. */
export async function unlock(invocation: Invocation, options: EncryptionOptions): Promise<void> {
  await unlockDaemon(invocation.environment, options.passphraseStdin)
  say(invocation, { unlocked: true }, () => 'Unlocked. Companion is starting.')
}
