import { useState } from 'react'
import { useMemberPlace } from '../api/use-member-place.ts'

/** What is typed and not said yet, kept locked in this tab until the member signs out. */
export function useDraft(): readonly [string, (text: string) => void] {
  const place = useMemberPlace('draft')
  const [draft, setDraft] = useState(() => place.load() ?? '')
  const change = (text: string) => {
    setDraft(text)
    place.save(text === '' ? null : text)
  }
  return [draft, change]
}
