import { type RefObject, useMemo } from 'react'
import type { Outbox } from './outbox.ts'

/** What can be done for a message that was not answered, by its key. */
export type Mending = Pick<Outbox, 'retry' | 'drop'>

/** The same, with the focus where one writes afterwards: what was pressed is gone then. */
export function useMending(outbox: Outbox, field: RefObject<HTMLElement | null>): Mending {
  return useMemo(() => {
    const then = (act: (key: string) => void) => (key: string) => {
      act(key)
      field.current?.focus()
    }
    return { retry: then((key) => outbox.retry(key)), drop: then((key) => outbox.drop(key)) }
  }, [outbox, field])
}
