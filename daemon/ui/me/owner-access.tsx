import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showKnown, useAction, useOperation } from '../api/operations.ts'
import { showDone } from '../parts/feedback.tsx'
import { Section } from '../parts/section.tsx'
import { useStepUp } from '../parts/step-up.tsx'

/** Whether the owner may read in the profile; nothing where nobody could. */
export function OwnerAccess() {
  const { t } = useTranslation('me')
  const { data } = useOperation('profile.owner_access')
  const set = useAction('profile.set_owner_access', ['profile.owner_access'])
  const { run, dialog } = useStepUp()
  if (!data || data.owner === null) return null
  const change = (allowed: boolean) =>
    run(async () => {
      showKnown('profile.owner_access', {}, await set.mutateAsync({ allowed }))
      showDone(t('owner.saved'))
    })
  return (
    <Section title={t('owner.title')}>
      <Switch
        label={t('owner.allow', { name: data.owner })}
        description={t('owner.allow_text')}
        checked={data.allowed}
        disabled={set.isPending}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      {dialog}
    </Section>
  )
}
