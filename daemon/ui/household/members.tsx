import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLive } from '../api/operations.ts'
import { longest } from '../me/longest.ts'
import { RowList } from '../me/row-list.tsx'
import { Section } from '../me/section.tsx'
import { Loading } from '../parts/reading.tsx'
import { MemberRow } from './member-row.tsx'

/** Everybody who has an account. */
export function Members() {
  const { t } = useTranslation('household')
  const members = useLive('members.list', longest)
  const admins = members?.items.filter(({ roles }) => roles.includes('admin')).length ?? 0
  return (
    <Section title={t('members.title')}>
      {members ? (
        <RowList label={t('members.title')}>
          {members.items.map((member) => (
            <MemberRow
              key={member.family_member_uuid}
              member={member}
              lastAdmin={admins === 1 && member.roles.includes('admin')}
            />
          ))}
        </RowList>
      ) : (
        <Loading lines={2} />
      )}
      {members?.total === 1 && <Text c="dimmed">{t('members.alone')}</Text>}
    </Section>
  )
}
