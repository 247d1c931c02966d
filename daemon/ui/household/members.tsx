import { Avatar, Badge, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAction, useLive } from '../api/operations.ts'
import { memberChanged, useMember } from '../api/session.ts'
import { Confirm } from '../parts/confirm.tsx'
import { showDone } from '../parts/feedback.tsx'
import { LiveLoaded } from '../parts/loaded.tsx'
import { maxPage } from '../parts/pages.ts'
import { RowList, Section } from '../parts/section.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import { type Member, MemberSessions } from './member-sessions.tsx'
import { MakeSignInLink } from './sign-in-link.tsx'
import { OpenProfile } from './open-profile.tsx'
import { StandingChoice } from './standing.tsx'
import { RemovePerson } from './remove-person.tsx'

/** Everybody who has an account. */
export function Members() {
  const { t } = useTranslation('household')
  const members = useLive('members.list', maxPage)
  const self = useMember()
  // The first of the admins, as the daemon has it; the newest member comes first.
  const owner = members.data?.items.findLast(({ roles }) => roles.includes('admin'))
  const admins = members.data?.items.filter(({ roles }) => roles.includes('admin')).length ?? 0
  return (
    <Section title={t('members.title')}>
      <LiveLoaded of={members} lines={2}>
        {({ items }) => (
          <RowList label={t('members.title')}>
            {items.map((member) => (
              <MemberRow
                key={member.family_member_uuid}
                member={member}
                owns={owner?.family_member_uuid === self.family_member_uuid}
                lastAdmin={admins === 1 && member.roles.includes('admin')}
              />
            ))}
          </RowList>
        )}
      </LiveLoaded>
      {members.data?.total === 1 && <Text c="dimmed">{t('members.alone')}</Text>}
    </Section>
  )
}

interface Props {
  readonly member: Member
  /** Whether whoever looks is the owner. */
  readonly owns: boolean
  /** Whether nobody else is an admin. */
  readonly lastAdmin: boolean
}

/** A member: who they are, and what an admin can do. */
function MemberRow({ member, owns, lastAdmin }: Props) {
  const { t, i18n } = useTranslation('household')
  const { family_member_uuid: own } = useMember()
  const { full_name, username, relationship, roles, trust_level, second_factor, created_at } = member
  const since = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(created_at))
  return (
    <Group component="li" justify="space-between" gap="sm" py="sm">
      <Group wrap="nowrap" gap="sm" miw={0} flex="1 1 16rem">
        <Avatar name={full_name} color="iris" radius="xl" size={44} aria-hidden />
        <Stack gap={2} miw={0}>
          <Group gap={6}>
            <Text fw={600} lineClamp={2}>
              {full_name}
            </Text>
            {own === member.family_member_uuid && (
              <Badge variant="default" tt="none">
                {t('members.you')}
              </Badge>
            )}
            {roles.includes('admin') && (
              <Badge variant="light" tt="none">
                {t('members.admin')}
              </Badge>
            )}
            {second_factor && (
              <Badge variant="dot" tt="none" color="teal">
                {t('members.second_factor')}
              </Badge>
            )}
            {trust_level === 'trusted' && (
              <Badge variant="dot" tt="none" color="teal">
                {t('members.trusted')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {username} · {relationship} · {t('members.since', { since })}
          </Text>
        </Stack>
      </Group>
      <Group gap="xs">
        <StandingChoice member={member} />
        {owns && !roles.includes('admin') && <OpenProfile member={member} />}
        <MemberSessions member={member} />
        {own !== member.family_member_uuid && <MakeSignInLink member={member} />}
        <AdminChoice member={member} last={lastAdmin} />
        {own !== member.family_member_uuid && (
          <RemovePerson id={member.family_member_uuid} name={full_name} kind="member" />
        )}
      </Group>
    </Group>
  )
}

interface AdminChoiceProps {
  readonly member: Member
  /** Whether nobody else is an admin. */
  readonly last: boolean
}

/** Makes a member an admin, or one no longer. */
function AdminChoice({ member, last }: AdminChoiceProps) {
  const { t } = useTranslation(['household', 'common'])
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
      <Confirm
        title={t(`members.${about}_title`, { name })}
        action={t(`members.${about}`)}
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
