/** What a test asks of an app in a process of its own. */
export interface ToApp {
  readonly do: 'look' | 'quit'
}

/** What can be seen of it. */
export interface FromApp {
  /** The entries of the menu of its tray; none where it has no tray yet. */
  readonly labels: readonly string[]
  /** What its visible windows show. */
  readonly addresses: readonly string[]
}

export const isToApp = (message: unknown): message is ToApp =>
  typeof message === 'object' && message !== null && 'do' in message
