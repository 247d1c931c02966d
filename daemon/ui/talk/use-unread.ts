import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { OutputOf } from '../../client/types.ts'
import { useAction } from '../api/operations.ts'
import { firstUnread, isAnsweredAfter, type KeptHistory } from './history.ts'

const events = ['focus', 'blur'] as const

type Context = OutputOf<'conversation.context'>

/**
 * The number of the message above which the line "new" stands; null for none. What was not read and is seen, up to the
 * number `seen`, is read.
 */
export function useUnread(history: KeptHistory, unread: number, seen: number): number | null {
  const cache = useQueryClient()
  const attention = useAttention()
  const { mutate } = useAction('conversation.read')
  const first = firstUnread(history, unread)
  const [line, setLine] = useState<number | null>(null)
  const stands = (number: number) => number < history.total && !isAnsweredAfter(history, number)
  if (line === null && first !== null && stands(first)) setLine(first)
  if (line !== null && !stands(line)) setLine(null)
  const reported = useRef<string | null>(null)
  const newest = Math.min(seen, history.total - 1)
  const message_uuid = history.at.get(newest)?.message_uuid
  useEffect(() => {
    if (!attention || first === null || newest < first || !message_uuid || reported.current === message_uuid)
      return
    reported.current = message_uuid
    mutate(
      { message_uuid },
      {
        onSuccess: (left) =>
          cache.setQueryData<Context>(
            ['conversation.context', {}],
            (context) => context && { ...context, ...left },
          ),
        onError: () => {
          reported.current = null
        },
      },
    )
  }, [attention, first, newest, message_uuid, mutate, cache])
  return line
}

function watch(watcher: () => void): () => void {
  for (const event of events) window.addEventListener(event, watcher)
  document.addEventListener('visibilitychange', watcher)
  return () => {
    for (const event of events) window.removeEventListener(event, watcher)
    document.removeEventListener('visibilitychange', watcher)
  }
}

/** Whether somebody looks at the page: it can be seen and has the focus. */
function useAttention(): boolean {
  return useSyncExternalStore(watch, () => document.visibilityState === 'visible' && document.hasFocus())
}
