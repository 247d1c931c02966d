import { createContext, useContext } from 'react'
import type { Memory } from './filter.ts'

/** What can be opened on the page. */
export interface Dialogs {
  readonly add: () => void
  readonly edit: (memory: Memory) => void
  readonly showLineage: (memory: Memory) => void
  /** Puts the focus where it is of use after what had it is gone. */
  readonly restoreFocus: () => void
}

export const DialogsContext = createContext<Dialogs | null>(null)

/** What can be opened for a memory. */
export function useMemoryDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext)
  if (!dialogs) throw new Error('there is no dialogs around this')
  return dialogs
}
