import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeptHistory } from './history.ts'

/** What a screen reader is told: what the companion has said since the page is shown. */
export function useAnnouncement(history: KeptHistory, name: string): string {
  const { t } = useTranslation('talk')
  const [told, setTold] = useState({ total: history.total, text: '' })
  if (told.total !== history.total) {
    const newest = history.at.get(history.total - 1)
    const isNew = history.total > told.total && newest?.role === 'companion'
    setTold({
      total: history.total,
      text: isNew ? t('announcement', { name, text: newest.content }) : told.text,
    })
  }
  return told.text
}
