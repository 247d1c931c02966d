import { createContext, useContext } from 'react'
import type { Memory } from './filter.ts'

/** What can be opened on the page. */
export interface Desk {
  readonly add: () => void
  readonly edit: (memory: Memory) => void
  readonly showLineage: (memory: Memory) => void
  /** Puts the focus where it is of use after what had it is gone. */
  readonly rest: () => void
}

export const DeskContext = createContext<Desk | null>(null)

/** What can be opened for a memory. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('there is no desk around this')
  return desk
}
