import { useTranslation } from 'react-i18next'
import { showUndo } from '../parts/undo.tsx'
import { useTransition } from './use-transition.ts'

/** Puts an interaction aside, which can be undone at once or later. */
export function usePutAside(interaction_id: string) {
  const { t } = useTranslation('inbox')
  const dismiss = useTransition('interactions.dismiss')
  const reopen = useTransition('interactions.reopen')
  const takeUp = () => void reopen.run({ interaction_id }, t('done.reopen'))
  const offerUndo = () => showUndo(t('done.dismiss'), takeUp)
  return { putAside: () => void dismiss.run({ interaction_id }, offerUndo), takeUp }
}
