import type { Electron } from './electron.ts'

/** Has a key of the whole desktop call; null where it could not be had, because another program has it or it is none. */
export function shortcutFor(
  globalShortcut: Pick<Electron['globalShortcut'], 'register'>,
  key: string | null,
  call: () => void,
): string | null {
  try {
    return key !== null && globalShortcut.register(key, call) ? key : null
  } catch {
    return null
  }
}
