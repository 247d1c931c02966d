import { Avatar, Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useMember } from '../api/session.ts'
import { AdminChoice } from './admin-choice.tsx'
import { MemberSessions } from './member-sessions.tsx'

export type Member = OutputOf<'members.list'>['items'][number]

interface Props {
  readonly member: Member
  /** Whether nobody else is an admin. */
  readonly lastAdmin: boolean
}

/** A member: who they are, and what an admin can do. */
export function MemberRow({ member, lastAdmin }: Props) {
  const { t, i18n } = useTranslation('household')
  const { family_member_uuid: own } = useMember()
  const { full_name, username, relationship, roles, trust_level, created_at } = member
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
        <MemberSessions member={member} />
        <AdminChoice member={member} last={lastAdmin} />
      </Group>
    </Group>
  )
}
