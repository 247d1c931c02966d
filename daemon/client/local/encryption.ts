import {
  type EncryptionDone,
  type EncryptionProblem,
  type EncryptionRequest,
  shortestPassphrase,
  waitingOn,
} from '../../kernel/offline/encryption.ts'
import { type Home, readIfThere } from '../../kernel/home.ts'
import { useHomeKey } from '../../kernel/encryption/home-key.ts'
import { workFactor } from '../../kernel/encryption/work-factor.ts'
import { daemonModule } from '../../kernel/program.ts'
import { requestOnce } from '../../kernel/thread.ts'

export { type EncryptionDone, type EncryptionProblem, shortestPassphrase }

/** Stretching a passphrase takes 128 MB for a moment. */
const maxHeapMb = 512

/** Asks a thread of the daemon's program, which needs no daemon that runs. */
export async function requestEncryption(
  asked: EncryptionRequest,
): Promise<EncryptionDone | EncryptionProblem> {
  const module = daemonModule('daemon/features/encryption/encryption-thread')
  // The thread answers each question with what belongs to it.
  return (await requestOnce(module, { maxHeapMb }, asked)) as EncryptionDone | EncryptionProblem
}

/** Whether a home is encrypted. */
export const isEncrypted = ({ homeKey }: Pick<Home, 'homeKey'>): boolean => readIfThere(homeKey) !== null

/** Whether a daemon waits for the key of its home. */
export const isWaiting = (home: Pick<Home, 'locked'>): boolean => waitingOn(home) !== null

/** Lets this program read the secrets of an encrypted home, where the secret opens it. */
export async function unlockHere(
  { path }: Pick<Home, 'path'>,
  secret: string,
): Promise<EncryptionDone | EncryptionProblem> {
  const opened = await requestEncryption({ open: { home: path, secret } })
  if ('key' in opened && opened.key) useHomeKey(path, Buffer.from(opened.key, 'hex'))
  return opened
}

/** A text as a file of age that the passphrase opens. */
export async function sealArchive(text: string, passphrase: string): Promise<Uint8Array> {
  // Only who seals something has to load what does it.
  const { sealedFileWorkFactor, sealFile } = await import('../sealed-file.ts')
  return sealFile(text, passphrase, workFactor(sealedFileWorkFactor))
}
