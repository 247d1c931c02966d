import { privateFile } from '../daemon/client/local/private-file.ts'
import type { Log } from './app-log.ts'
import type { Electron } from './electron.ts'

/** Keeps something from one start of the app to the next, locked with a key of the desktop's keychain. */
export interface Vault<T> {
  /** Whether this desktop has a keychain: without one nothing is kept. */
  readonly locks: () => Promise<boolean>
  /** Null where nothing was kept, or it can no longer be read. */
  readonly load: () => Promise<T | null>
  /** Keeps it instead of what was kept before, where the keychain takes it; null keeps nothing. */
  readonly save: (content: T | null) => Promise<void>
}

interface VaultDependencies {
  readonly safeStorage: Electron['safeStorage']
  readonly platform: NodeJS.Platform
  readonly file: string
  readonly log: Log
}

/** Opens the vault in `file`. On Linux `basic_text` locks with a key that everybody knows, and counts as none. */
export function openVault<T>({ safeStorage, platform, file, log }: VaultDependencies): Vault<T> {
  const vaultFile = privateFile(file)
  const locks = async () =>
    (await safeStorage.isAsyncEncryptionAvailable()) &&
    !(platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text')

  const put = async (content: T | null) => {
    try {
      if (content === null || !(await locks())) return vaultFile.remove()
      const locked = await safeStorage.encryptStringAsync(JSON.stringify(content))
      vaultFile.write(locked.toString('base64'))
    } catch (error) {
      // What cannot be locked is not kept: the app goes on without.
      log.warn({ err: error, file }, 'the keychain did not take what was to be kept')
      vaultFile.remove()
    }
  }
  // One after the other: nothing that was let go is written after that.
  let saving = Promise.resolve()
  const save = (content: T | null) => {
    saving = saving.then(() => put(content))
    return saving
  }

  const load = async () => {
    const locked = vaultFile.read()
    if (locked === null || !(await locks())) return null
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(locked, 'base64'))
      const content = JSON.parse(result) as T
      if (shouldReEncrypt) await save(content)
      return content
    } catch {
      // The keychain was emptied, or is another one: what was locked with it is lost.
      return null
    }
  }

  return { locks, load, save }
}
