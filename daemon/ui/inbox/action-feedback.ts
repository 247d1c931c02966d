import { notifications } from '@mantine/notifications'
import i18next, { type i18n } from 'i18next'
import { createContext, useContext } from 'react'
import { ApiError } from '../../client/errors.ts'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { lateReasonOf } from './timeline.ts'

export interface ActionFeedback {
  /** It is done: the words for that, or what says it otherwise. */
  readonly done: (done: string | (() => void)) => void
  readonly failed: (error: unknown) => void
}

const inPassing: ActionFeedback = {
  done: (done) => (typeof done === 'string' ? showDone(done) : done()),
  failed: (error) => showActionFailure(error, i18next),
}

const Feedback = createContext(inPassing)
export const ActionFeedbackProvider = Feedback.Provider

/** In passing, unless a page says it by itself. */
export const useActionFeedback = (): ActionFeedback => useContext(Feedback)

/** Says in passing why an action was not possible: kindly, where somebody else was faster or the time has run out. */
export function showActionFailure(error: unknown, { t }: i18n): void {
  if (!(error instanceof ApiError)) return showFailure(error)
  const late = lateReasonOf(error)
  if (late !== null) {
    notifications.show({
      color: 'yellow',
      title: t('late.title', { ns: 'inbox' }),
      message: t(`late.${late}`, { ns: 'inbox' }),
    })
  } else if (error.status === 429) {
    notifications.show({
      color: 'yellow',
      message: t('late.busy', { ns: 'inbox', count: error.retry_after ?? 1 }),
    })
  } else showFailure(error)
}
