import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useConnection, useEvent } from '../api/events.ts'
import { callAction, useOperation } from '../api/operations.ts'
import { showFailure } from '../parts/feedback.tsx'
import { refreshHistory } from './use-history.ts'
import { idle, type Writing, writingAfter } from './writing.ts'

/** What the companion writes just now, in whichever window it was asked; the history follows it. */
export function useWriting(): Writing {
  const cache = useQueryClient()
  const [writing, setWriting] = useState(idle)
  useEvent('conversation.events', ({ data }) => {
    setWriting((before) => writingAfter(before, data))
    if (data['event'] === 'delta') return
    void cache.invalidateQueries({ queryKey: ['conversation.context'] })
    if (data['event'] === 'read') return
    const seen = refreshHistory(cache)
    // What was written goes when it can be read in the history, unless the next is being written by then.
    if (data['event'] === 'typing_stopped')
      void seen.then(() => setWriting((now) => (now.typing ? now : idle)))
  })
  const connection = useConnection()
  useEffect(() => {
    // What was being written may have ended unheard: a daemon that began anew goes on with nothing.
    if (connection.state === 'connected' && connection.missed) setWriting(idle)
  }, [connection])
  return writing
}

const stop = () => void callAction('conversation.stop', {}).catch(showFailure)

/** Stops the reply that is being written; null where none is, or the built-in engine writes it, which is done at once. */
export function useStop({ typing }: Writing): (() => void) | null {
  const { data } = useOperation('conversation.context')
  return typing && data !== undefined && data.engine !== 'builtin' ? stop : null
}
