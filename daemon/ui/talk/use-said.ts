import { useEffect, useRef } from 'react'
import type { Outgoing } from './outgoing.ts'

/** Calls `onSaid` when the member has said something more. */
export function useSaid(outgoing: readonly Outgoing[], onSaid: () => void): void {
  const newest = outgoing.at(-1)?.key
  const before = useRef(newest)
  useEffect(() => {
    if (newest !== undefined && newest !== before.current) onSaid()
    before.current = newest
  })
}
