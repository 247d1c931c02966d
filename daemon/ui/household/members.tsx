import { Avatar, Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLive } from '../api/operations.ts'
import { useMember } from '../api/session.ts'
import { LiveLoaded } from '../parts/loaded.tsx'
import { maxPage } from '../parts/pages.ts'
import { RowList, Section } from '../parts/section.tsx'
import { MemberMenu } from './member-menu.tsx'
import { type Member, MemberSessions } from './member-sessions.tsx'
import { StandingChoice } from './standing.tsx'

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
      <Group gap="xs" wrap="nowrap">
        <StandingChoice member={member} />
        <MemberSessions member={member} />
        <MemberMenu member={member} owns={owns} lastAdmin={lastAdmin} />
      </Group>
    </Group>
  )
}
