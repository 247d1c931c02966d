import type { Session } from '../../daemon/client/tokens.ts'
import { readIfThere, removeFile, writeSecret } from '../../daemon/kernel/home.ts'
import type { Electron } from '../electron.ts'

/** Keeps a sign-in from one start of the app to the next, locked with a key of the desktop's keychain. */
export interface SessionVault {
  /** Whether this desktop has a keychain: without one nothing is kept. */
  readonly locks: () => Promise<boolean>
  /** Null where nothing was kept, or it can no longer be read. */
  readonly load: () => Promise<Session | null>
  /** Keeps a session instead of the one before; null keeps none. */
  readonly save: (session: Session | null) => Promise<void>
}

interface Needs {
  readonly safeStorage: Electron['safeStorage']
  readonly platform: NodeJS.Platform
  readonly file: string
}

/** Opens the vault in `file`. On Linux `basic_text` locks with a key that everybody knows, and counts as none. */
export function openVault({ safeStorage, platform, file }: Needs): SessionVault {
  const locks = async () =>
    (await safeStorage.isAsyncEncryptionAvailable()) &&
    !(platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text')

  const save = async (session: Session | null) => {
    if (session === null || !(await locks())) return removeFile(file)
    const locked = await safeStorage.encryptStringAsync(JSON.stringify(session))
    writeSecret(file, locked.toString('base64'))
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
