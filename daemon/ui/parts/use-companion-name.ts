import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'

/** How the companion of the member is called. */
export function useCompanionName(): string {
  const { t } = useTranslation()
  return useOperation('personality.current').data?.companion_name ?? t('app.name')
}
