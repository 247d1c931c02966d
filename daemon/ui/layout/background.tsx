import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Interaction } from '../../client/interaction.ts'
import { useEvent } from '../api/events.ts'
import { newsOf } from '../inbox/news.ts'
import { changedHere } from '../inbox/use-transition.ts'
import { notify } from '../parts/desktop-notice.ts'
import { useCompanionName } from '../parts/use-companion-name.ts'
import { useCountInTitle } from '../parts/window-title.ts'
import { onAnswered } from '../talk/member-outbox.ts'
import { useWaiting } from './pages.ts'

/** What is told while the page is in the background: how much waits, in its title, and what comes in, as notices. */
export function Background() {
  const { t } = useTranslation(['common', 'inbox'])
  const name = useCompanionName()
  const waiting = useWaiting('/talk') + useWaiting('/inbox')
  useCountInTitle(useHidden() ? waiting : 0)
  const tellAnswer = useEffectEvent(() => notify({ title: t('notice.answered', { name }), tag: 'answered' }))
  useEffect(() => onAnswered(() => tellAnswer()), [])
  useEvent('conversation.events', ({ data }) => {
    // What has no name is what the companion says by itself.
    if (data['event'] === undefined) notify({ title: t('notice.spoken', { name }), tag: 'spoken' })
  })
  useEvent('interaction.notifications', ({ data }) => {
    const news = newsOf(data, changedHere)
    if (!news || news.kind === 'elsewhere') return
    const { interaction_id, title } = data['interaction'] as Interaction
    notify({ title: t(`inbox:news.${news.kind}`), body: title ?? undefined, tag: interaction_id })
  })
  return null
}

function watch(watcher: () => void): () => void {
  document.addEventListener('visibilitychange', watcher)
  return () => document.removeEventListener('visibilitychange', watcher)
}

/** Whether nobody can see the page. */
const useHidden = (): boolean => useSyncExternalStore(watch, () => document.hidden)
