import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { Deletion } from './deletion.tsx'

const kinds = ['messages', 'memories', 'goals', 'interactions', 'nature', 'devices', 'backups'] as const
/** What a member has who goes for good. */
const ofAccount = ['account', 'messages', 'memories', 'rest', 'backups'] as const

/** Has everything that the companion holds of the member deleted. */
export function EmergencyReset() {
  const { t } = useTranslation('me')
  const reset = useAction('auth.emergency_reset')
  const texts = {
    title: t('reset.title'),
    lead: t('reset.lead'),
    goes: kinds.map((kind) => t(`reset.${kind}`)),
    stays: t('reset.stays'),
    open: t('reset.open'),
    sure: t('reset.sure'),
    submit: t('reset.submit'),
    done: t('reset.done'),
    doneText: t('reset.done_text'),
  }
  const act = (password: string) => reset.mutateAsync({ password, confirm: 'RESET' })
  return <Deletion texts={texts} word="RESET" saves={false} act={act} />
}

/** Has the account deleted with all that. */
export function ForgetMe() {
  const { t } = useTranslation('me')
  const forget = useAction('auth.forget_me')
  const texts = {
    title: t('forget.title'),
    lead: t('forget.lead'),
    goes: ofAccount.map((kind) => t(`forget.${kind}`)),
    stays: t('forget.stays'),
    open: t('forget.open'),
    sure: t('forget.sure'),
    submit: t('forget.submit'),
    done: t('forget.done'),
    doneText: t('forget.done_text'),
  }
  const act = (password: string) => forget.mutateAsync({ password, confirm: 'FORGET ME' })
  return <Deletion texts={texts} word="FORGET ME" saves act={act} />
}
