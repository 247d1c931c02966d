import { Group, Stack } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMember } from '../api/session.ts'
import { Empty } from '../parts/empty.tsx'
import { Page } from '../parts/page.tsx'
import { AddMember } from './add-member.tsx'
import { Guests, Removed } from './guests.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { NewInvitation } from './new-invitation.tsx'
import { SignInLinks } from './sign-in-links.tsx'

/** Who lives here and who is invited, for those who look after it. */
export function HouseholdPage() {
  const { t } = useTranslation('household')
  const { roles } = useMember()
  if (!roles.includes('admin'))
    return (
      <Page title={t('title')}>
        <Empty icon={IconHome} title={t('admins.title')} text={t('admins.text')} />
      </Page>
    )
  const actions = (
    <Group gap="sm">
      <AddMember />
      <NewInvitation />
    </Group>
  )
  return (
    <Page title={t('title')} lead={t('lead')} actions={actions}>
      <Stack gap="lg">
        <Members />
        <Guests />
        <Invitations />
        <SignInLinks />
        <Removed />
      </Stack>
    </Page>
  )
}
