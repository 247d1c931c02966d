import { Button, Stack, Text, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAct } from '../api/operations.ts'
import { memberChanged, useMember } from '../api/session.ts'
import { Confirm } from '../parts/confirm.tsx'
import { showDone } from '../parts/failure.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import type { Member } from './member-row.tsx'

interface Props {
  readonly member: Member
  /** Whether nobody else is an admin. */
  readonly last: boolean
}

/** Makes a member an admin, or one no longer. */
export function AdminChoice({ member, last }: Props) {
  const { t } = useTranslation(['household', 'common'])
  const self = useMember()
  const setRoles = useAct('members.set_roles', ['members.list'])
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
      <Confirm
        title={t(`members.${about}_title`, { name })}
        act={t(`members.${about}`)}
        onConfirm={() => run(change)}
        target={(open) => (
          <Tooltip label={t('common:failure.last_admin')} disabled={!last}>
            <Button
              variant="default"
              mih={40}
              loading={setRoles.isPending}
              // Still to be reached, so that one learns why not.
              {...(last ? { 'data-disabled': true, 'aria-disabled': true } : { onClick: open })}
              aria-label={`${t(`members.${about}`)}: ${name}`}
            >
              {t(`members.${about}`)}
            </Button>
          </Tooltip>
        )}
      >
        <Stack gap="xs">
          <Text>{t(`members.${about}_text`)}</Text>
          {own && <Text>{t('members.no_admin_self')}</Text>}
        </Stack>
      </Confirm>
      {dialog}
    </>
  )
}
