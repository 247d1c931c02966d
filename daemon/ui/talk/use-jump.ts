import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { showFailure } from '../parts/feedback.tsx'
import { readAroundMessage } from './use-history.ts'

/** Where the conversation is to be shown: a new object each time, so that the same place can be gone to again. */
export interface Target {
  readonly number: number
}

/** Goes to a message of the conversation; also to the one that the address names (`#/talk?message=…`). */
export function useJump(): { target: Target | null; to: (message_uuid: string) => void } {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { message } = useSearch({ strict: false }) as { readonly message?: unknown }
  const [target, setTarget] = useState<Target | null>(null)
  const to = useCallback(
    (message_uuid: string) => {
      readAroundMessage(cache, message_uuid)
        .then((number) => setTarget({ number }))
        .catch(showFailure)
    },
    [cache],
  )
  useEffect(() => {
    if (typeof message !== 'string') return
    to(message)
    void navigate({ to: '/talk', replace: true })
  }, [message, to, navigate])
  return { target, to }
}
