import { useRef, useState } from 'react'
import {
  type FileMemory,
  type Import,
  type MemoryFileContent,
  readMemories,
  storeAll,
} from '../../client/memory-file.ts'
import { readAgain } from '../api/operations.ts'
import { client } from '../api/session.ts'
import { memoryQueries } from './queries.ts'

export interface Storing {
  readonly memories: readonly FileMemory[]
  readonly sofar: Import
  readonly running: boolean
  /** Why it came to an end before its time; null where it did not. */
  readonly error: unknown
}

type State =
  | { readonly step: 'source' }
  | { readonly step: 'preview'; readonly content: MemoryFileContent }
  | ({ readonly step: 'storing' } & Storing)

/** An import: from the choice of a file to what became of it. */
export function useImport() {
  const [state, setState] = useState<State>({ step: 'source' })
  const stopping = useRef<AbortController | null>(null)

  const store = async (memories: readonly FileMemory[]) => {
    const stop = new AbortController()
    stopping.current = stop
    let sofar: Import = { done: 0, stored: 0, merged: 0, refused: [] }
    const show = (running: boolean, error: unknown = null) => {
      if (stopping.current === stop) setState({ step: 'storing', memories, sofar, running, error })
    }
    const progress = (next: Import) => {
      sofar = next
      show(true)
    }
    show(true)
    await storeAll(client, memories, progress, stop.signal).then(
      () => show(false),
      (error: unknown) => show(false, error),
    )
    readAgain(memoryQueries)
  }

  return {
    state,
    choose: (text: string) => setState({ step: 'preview', content: readMemories(text) }),
    start: (memories: readonly FileMemory[]) => void store(memories),
    /** Ends after what is on its way. */
    stop: () => stopping.current?.abort(),
    reset: () => {
      stopping.current = null
      setState({ step: 'source' })
    },
  }
}
