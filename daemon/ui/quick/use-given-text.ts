import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Hands over the text that the address brings (`#/ask?text=…`), once: a page that is loaded anew begins without it. */
export function useGivenText(take: (text: string) => void): void {
  const { text } = useSearch({ strict: false }) as { readonly text?: string }
  const navigate = useNavigate()
  const onText = useEffectEvent(take)
  useEffect(() => {
    if (text === undefined) return
    onText(text)
    void navigate({ to: '/ask', replace: true })
  }, [text, navigate])
}
