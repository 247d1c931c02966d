import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { read, useAct } from '../api/operations.ts'
import { memberChanged } from '../api/session.ts'
import { showDone } from '../parts/failure.tsx'
import { type Hours, writeHours } from './hours.ts'

/** Writes them into the preferences of the profile as those are now: other pages change other parts of them. */
export function useSaveHours(onSaved: () => void) {
  const { t } = useTranslation('goals')
  const update = useAct('auth.update_profile', ['auth.profile'])
  return useMutation({
    networkMode: 'always',
    mutationFn: async (hours: Hours) => {
      const { preferences } = await read('auth.profile', {})
      return update.mutateAsync({ preferences: writeHours(preferences, hours) })
    },
    onSuccess: (member) => {
      memberChanged(member)
      showDone(t('hours.saved'))
      onSaved()
    },
  })
}
