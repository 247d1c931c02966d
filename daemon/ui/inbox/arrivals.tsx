import { VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEvent } from '../api/events.ts'
import { newsOf } from './news.ts'
import { changedHere } from './use-transition.ts'

/** Says politely what comes in, comes back, or was done in another window. */
export function Arrivals() {
  const { t } = useTranslation('inbox')
  const [announcement, setAnnouncement] = useState('')
  useEvent('interaction.notifications', ({ data }) => {
    const news = newsOf(data, changedHere)
    if (!news) return
    const { kind, title } = news
    setAnnouncement(t('news.said', { news: t(`news.${kind}`), title }))
    // The words are read out above, so the notification is only looked at.
    notifications.show({
      role: 'presentation',
      color: kind === 'elsewhere' ? 'gray' : 'iris',
      title: t(`news.${kind}`),
      message: title,
    })
  })
  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>
}
