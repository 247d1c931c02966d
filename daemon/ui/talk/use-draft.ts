import { useState } from 'react'
import { memberPlace } from '../api/member-place.ts'
import { useMember } from '../api/session.ts'

/** What is typed and not said yet, kept in this tab until the member signs out. */
export function useDraft(): readonly [string, (text: string) => void] {
  const place = memberPlace('draft', useMember().family_member_uuid)
  const [draft, setDraft] = useState(() => place.load() ?? '')
  const change = (text: string) => {
    setDraft(text)
    place.save(text === '' ? null : text)
  }
  return [draft, change]
}
