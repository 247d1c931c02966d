import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLive } from '../api/operations.ts'
import { longest } from '../me/longest.ts'
import { RowList } from '../me/row-list.tsx'
import { Section } from '../me/section.tsx'
import { Told } from '../parts/told.tsx'
import { MemberRow } from './member-row.tsx'

/** Everybody who has an account. */
export function Members() {
  const { t } = useTranslation('household')
  const members = useLive('members.list', longest)
  const admins = members.data?.items.filter(({ roles }) => roles.includes('admin')).length ?? 0
  return (
    <Section title={t('members.title')}>
      <Told of={members} lines={2}>
        {({ items }) => (
          <RowList label={t('members.title')}>
            {items.map((member) => (
              <MemberRow
                key={member.family_member_uuid}
                member={member}
                lastAdmin={admins === 1 && member.roles.includes('admin')}
              />
            ))}
          </RowList>
        )}
      </Told>
      {members.data?.total === 1 && <Text c="dimmed">{t('members.alone')}</Text>}
    </Section>
  )
}
