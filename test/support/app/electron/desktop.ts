import type { MessageBoxOptions, MessageBoxReturnValue } from 'electron'
import type { Electron } from '../../../../app/electron.ts'
import { Emitter } from './emitter.ts'

/** The keychain of a desktop. What it locks is only written otherwise: whose key it was is told by its name. */
export class StandInKeychain implements Pick<Electron['safeStorage'], keyof Electron['safeStorage']> {
  backend: ReturnType<Electron['safeStorage']['getSelectedStorageBackend']> = 'gnome_libsecret'
  available = true
  /** Another one cannot open what this one has locked. */
  key = 'first'
  /** Whether its key was changed, so that what was locked wants to be locked again. */
  rotated = false

  async isAsyncEncryptionAvailable(): Promise<boolean> {
    return this.available
  }

  getSelectedStorageBackend() {
    return this.backend
  }

  async encryptStringAsync(text: string): Promise<Buffer> {
    if (!this.available) throw new Error('there is no keychain')
    return Buffer.from(`${this.key}:${Buffer.from(text).toString('hex')}`)
  }

  async decryptStringAsync(locked: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    const [key, hidden = ''] = locked.toString().split(':')
    if (key !== this.key) throw new Error('this is not the key')
    return { result: Buffer.from(hidden, 'hex').toString(), shouldReEncrypt: this.rotated }
  }
}

/** Questions that the desktop asks, answered by the number of a button. */
export class StandInDialog implements Pick<Electron['dialog'], 'showMessageBox'> {
  readonly asked: MessageBoxOptions[] = []
  /** The buttons that are pressed, one a question; what is asked after them waits for ever. */
  readonly presses: number[] = []

  async showMessageBox(...given: unknown[]): Promise<MessageBoxReturnValue> {
    this.asked.push(given.at(-1) as MessageBoxOptions)
    const response = this.presses.shift()
    if (response === undefined) return new Promise(() => {})
    return { response, checkboxChecked: false }
  }
}

/** Keys of the whole desktop. */
export class StandInShortcuts implements Pick<Electron['globalShortcut'], 'register' | 'unregisterAll'> {
  /** Those that other programs have. */
  readonly taken = new Set<string>()
  readonly #calls = new Map<string, () => void>()

  register(key: string, call: () => void): boolean {
    if (this.taken.has(key)) return false
    this.#calls.set(key, call)
    return true
  }

  unregisterAll(): void {
    this.#calls.clear()
  }

  get keys(): string[] {
    return [...this.#calls.keys()]
  }

  press(key: string): void {
    const call = this.#calls.get(key)
    if (!call) throw new Error(`nothing listens to ${key}`)
    call()
  }
}

/** What the desktop opens. */
export class StandInShell implements Pick<Electron['shell'], 'openExternal' | 'openPath'> {
  readonly opened: string[] = []

  async openExternal(address: string): Promise<void> {
    this.opened.push(address)
  }

  async openPath(path: string): Promise<string> {
    this.opened.push(path)
    return ''
  }
}

/** The machine that goes to sleep, wakes and ends. */
export class StandInPower extends Emitter implements Pick<Electron['powerMonitor'], 'on'> {}
