import i18next from 'i18next'
import { ApiError, codeOfStatus, ConnectionError, SessionEndedError } from '../../client/errors.ts'
import { textAt } from '../catalogue/text-at.ts'

/**
 * What went wrong, in words for whoever sees it: by its reason where there is a text for that, else by its code, with
 * what the daemon said of it behind.
 */
export function failureText(error: unknown): string {
  if (error instanceof ConnectionError) return i18next.t('failure.offline')
  if (error instanceof SessionEndedError) return i18next.t('sign_in.ended')
  if (!(error instanceof ApiError)) return i18next.t('failure.unknown')
  const { message, details, retry_after } = error
  const code = error.code ?? codeOfStatus(error.status)
  const [reason, field] = [textOf(details['reason']), textOf(details['field'])]
  const detail = code === 'INVALID_REQUEST' ? `${field} ${reason}`.trim() || message : message
  const values = { detail, count: retry_after ?? 0 }
  return textAt(`failure.${reason}`, values) ?? textAt(`failure.${code}`, values) ?? detail
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
