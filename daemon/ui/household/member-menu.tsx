import { ActionIcon, Menu, Stack, Text } from '@mantine/core'
import {
  IconBook,
  IconDotsVertical,
  IconLink,
  IconShield,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { memberChanged, useMember } from '../api/session.ts'
import { ConfirmDialog } from '../parts/confirm.tsx'
import { showDone } from '../parts/feedback.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import { dangerColor } from '../theme.ts'
import type { Member, MemberDialog } from './member-sessions.tsx'
import { OpenProfile } from './open-profile.tsx'
import { RemoveDialog } from './remove-person.tsx'
import { MakeSignInLink } from './sign-in-link.tsx'

interface Props {
  readonly member: Member
  /** Whether whoever looks is the owner. */
  readonly owns: boolean
  /** Whether nobody else is an admin. */
  readonly lastAdmin: boolean
}

/** What an admin rarely does about a member. */
export function MemberMenu({ member, owns, lastAdmin }: Props) {
  const { t } = useTranslation(['household', 'recover', 'common'])
  const self = useMember()
  const [asked, setAsked] = useState<'profile' | 'link' | 'admin' | 'remove' | null>(null)
  const { full_name: name, family_member_uuid: id, roles } = member
  const admin = roles.includes('admin')
  const own = id === self.family_member_uuid
  const close = () => setAsked(null)
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" size={40} aria-label={t('members.more', { name })}>
            <IconDotsVertical size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {owns && !admin && (
            <Menu.Item leftSection={<IconBook size={18} aria-hidden />} onClick={() => setAsked('profile')}>
              {t('open_profile.open')}
            </Menu.Item>
          )}
          {!own && (
            <Menu.Item leftSection={<IconLink size={18} aria-hidden />} onClick={() => setAsked('link')}>
              {t('recover:make.open')}
            </Menu.Item>
          )}
          {admin ? (
            <Menu.Item
              leftSection={<IconShieldOff size={18} aria-hidden />}
              // Still to be reached, so that one learns why not.
              {...(lastAdmin
                ? { 'aria-disabled': true, closeMenuOnClick: false, c: 'dimmed' }
                : { onClick: () => setAsked('admin') })}
            >
              {t('members.no_admin')}
              {lastAdmin && <Text size="xs">{t('common:failure.last_admin')}</Text>}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconShield size={18} aria-hidden />} onClick={() => setAsked('admin')}>
              {t('members.make_admin')}
            </Menu.Item>
          )}
          {!own && (
            <Menu.Item
              c={dangerColor}
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => setAsked('remove')}
            >
              {t('remove.action')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <OpenProfile member={member} opened={asked === 'profile'} onClose={close} />
      <MakeSignInLink member={member} opened={asked === 'link'} onClose={close} />
      <AdminDialog member={member} opened={asked === 'admin'} onClose={close} />
      <RemoveDialog id={id} name={name} kind="member" opened={asked === 'remove'} onClose={close} />
    </>
  )
}

/** Makes a member an admin, or one no longer. */
function AdminDialog({ member, opened, onClose }: MemberDialog) {
  const { t } = useTranslation('household')
  const self = useMember()
  const setRoles = useAction('members.set_roles', ['members.list'])
  const { run, dialog } = useStepUp()
  const { full_name: name, family_member_uuid: id, roles: before } = member
  const admin = before.includes('admin')
  const own = id === self.family_member_uuid
  const change = async () => {
    const { family_member } = await setRoles.mutateAsync({ id, roles: admin ? [] : ['admin'] })
    showDone(t(admin ? 'members.is_no_admin' : 'members.is_admin', { name }))
    if (own) memberChanged({ ...self, roles: family_member.roles })
  }
  const about = admin ? 'no_admin' : 'make_admin'
  return (
    <>
      <ConfirmDialog
        opened={opened}
        onClose={onClose}
        title={t(`members.${about}_title`, { name })}
        action={t(`members.${about}`)}
        danger
        onConfirm={() => run(change)}
      >
        <Stack gap="xs">
          <Text>{t(`members.${about}_text`)}</Text>
          {own && <Text>{t('members.no_admin_self')}</Text>}
        </Stack>
      </ConfirmDialog>
      {dialog}
    </>
  )
}
