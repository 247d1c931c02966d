import i18next from 'i18next'
import { ApiError } from '../../../client/errors.ts'
import { textAt } from '../../catalogue/text-at.ts'
import { failureText } from '../../parts/failure-text.ts'
import { showFailureText } from '../../parts/feedback.tsx'

/** Why the engine could not be changed, in words: the setting that stands in the way is named. */
export function engineFailureText(error: unknown): string {
  if (!(error instanceof ApiError)) return failureText(error)
  const { setting, reason } = error.details
  if (typeof setting === 'string') return i18next.t('system:engine.by_environment', { setting })
  return textAt(`system:engine_failure.${String(reason)}`) ?? failureText(error)
}

/** Says in passing why the engine could not be changed. */
export const showEngineFailure = (error: unknown): void => showFailureText(engineFailureText(error))
