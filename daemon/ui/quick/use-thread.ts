import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { KeptHistory } from '../talk/history.ts'
import { useOutbox } from '../talk/member-outbox.ts'
import { useWriting } from '../talk/use-writing.ts'
import { answeredIn, type Thread, threadOf } from './thread.ts'

const nothing: KeptHistory = { total: 0, at: new Map() }

/** What was said since the page is there, let go of once the window is hidden, or by `forget`. */
export function useThread(history: KeptHistory = nothing): {
  readonly thread: Thread
  readonly forget: () => void
} {
  const { outbox, outgoing } = useOutbox()
  const keys = useSyncExternalStore(outbox.watch, outbox.said)
  const [forgotten, setForgotten] = useState<ReadonlySet<string>>(() => new Set(keys))
  const writing = useWriting()
  const thread = threadOf(history, { said: keys, forgotten, outgoing, writing })
  const forget = () => setForgotten(new Set([...forgotten, ...keys, ...answeredIn(thread)]))
  const onHidden = useEffectEvent(forget)
  useEffect(() => {
    const hear = () => {
      if (document.visibilityState === 'hidden') onHidden()
    }
    document.addEventListener('visibilitychange', hear)
    return () => document.removeEventListener('visibilitychange', hear)
  }, [])
  return { thread, forget }
}
