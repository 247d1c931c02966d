import { useState } from 'react'
import { useMember } from '../api/session.ts'

/** What is typed and not said yet, kept in this tab. */
export function useDraft(): readonly [string, (text: string) => void] {
  const place = `companion.draft.${useMember().family_member_uuid}`
  const [draft, setDraft] = useState(() => sessionStorage.getItem(place) ?? '')
  const change = (text: string) => {
    setDraft(text)
    if (text === '') sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, text)
  }
  return [draft, change]
}
