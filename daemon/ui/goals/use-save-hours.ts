import { useTranslation } from 'react-i18next'
import { useChangePreferences } from '../api/use-change-preferences.ts'
import { showDone } from '../parts/failure.tsx'
import { type Hours, writeHours } from './hours.ts'

/** Writes them into the preferences of the profile. */
export function useSaveHours(onSaved: () => void) {
  const { t } = useTranslation('goals')
  const changing = useChangePreferences({
    onSuccess: () => {
      showDone(t('hours.saved'))
      onSaved()
    },
  })
  const { isPending, error } = changing
  return { save: (hours: Hours) => changing.mutate((held) => writeHours(held, hours)), isPending, error }
}
