import { notifications } from '@mantine/notifications'
import type { i18n } from 'i18next'
import { ApiError } from '../../client/errors.ts'
import { showFailure } from '../parts/failure.tsx'
import { latenessOf } from './lateness.ts'

/** Says in passing why a step was not possible: kindly, where somebody else was faster or the time has run out. */
export function showLateness(error: unknown, { t }: i18n): void {
  if (!(error instanceof ApiError)) return showFailure(error)
  const late = latenessOf(error.status, error.message)
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
