import type { Session } from '../../daemon/client/tokens.ts'
import { readIfThere, removeFile, writeSecret } from '../../daemon/kernel/home.ts'
import type { Log } from '../../daemon/kernel/log.ts'
import type { Electron } from '../electron.ts'

/** Keeps a sign-in from one start of the app to the next, locked with a key of the desktop's keychain. */
export interface SessionVault {
  /** Whether this desktop has a keychain: without one nothing is kept. */
  readonly locks: () => Promise<boolean>
  /** Null where nothing was kept, or it can no longer be read. */
  readonly load: () => Promise<Session | null>
  /** Keeps a session instead of the one before, where the keychain takes it; null keeps none. */
  readonly save: (session: Session | null) => Promise<void>
}

interface SessionVaultDependencies {
  readonly safeStorage: Electron['safeStorage']
  readonly platform: NodeJS.Platform
  readonly file: string
  readonly log: Log
}

/** Opens the vault in `file`. On Linux `basic_text` locks with a key that everybody knows, and counts as none. */
export function openVault({ safeStorage, platform, file, log }: SessionVaultDependencies): SessionVault {
  const locks = async () =>
    (await safeStorage.isAsyncEncryptionAvailable()) &&
    !(platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text')

  const put = async (session: Session | null) => {
    try {
      if (session === null || !(await locks())) return removeFile(file)
      const locked = await safeStorage.encryptStringAsync(JSON.stringify(session))
      writeSecret(file, locked.toString('base64'))
    } catch (error) {
      // What cannot be locked is not kept: the sign-in goes on without.
      log.warn({ err: error }, 'the sign-in could not be stored in the keychain')
      removeFile(file)
    }
  }
  // One after the other: nothing that was let go is written after that.
  let saving = Promise.resolve()
  const save = (session: Session | null) => {
    saving = saving.then(() => put(session))
    return saving
  }

  const load = async () => {
    const locked = readIfThere(file)
    if (locked === null || !(await locks())) return null
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(locked, 'base64'))
      const session = JSON.parse(result) as Session
      if (shouldReEncrypt) await save(session)
      return session
    } catch {
      // The keychain was emptied, or is another one: what was locked with it is lost.
      return null
    }
  }

  return { locks, load, save }
}
