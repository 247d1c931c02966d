import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeptHistory } from './history.ts'

/** What a screen reader is announced: what the companion has said since the page is shown. */
export function useAnnouncement(history: KeptHistory, name: string): string {
  const { t } = useTranslation('talk')
  const [announced, setAnnounced] = useState({ total: history.total, text: '' })
  if (announced.total !== history.total) {
    const newest = history.at.get(history.total - 1)
    const isNew = history.total > announced.total && newest?.role === 'companion'
    setAnnounced({
      total: history.total,
      text: isNew ? t('announcement', { name, text: newest.content }) : announced.text,
    })
  }
  return announced.text
}
