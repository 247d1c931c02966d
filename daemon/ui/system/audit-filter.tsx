import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLive } from '../api/operations.ts'
import { auditEvents } from './audit-events.ts'
import type { AuditChoice } from './audit-input.ts'

interface Props {
  readonly choice: AuditChoice
  readonly onChange: (choice: AuditChoice) => void
}

/** Chooses what of the audit log is shown. */
export function AuditFilter({ choice, onChange }: Props) {
  const { t } = useTranslation('system')
  const { data: members } = useLive('members.list', { limit: 200 })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
      <NativeSelect
        label={t('audit.event')}
        value={choice.event}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...choice, event: auditEvents.find((event) => event === value) ?? '' })
        }
        data={[
          { value: '', label: t('audit.every_event') },
          ...auditEvents.map((value) => ({ value, label: t(`event.${value}`) })),
        ]}
      />
      <NativeSelect
        label={t('audit.member')}
        value={choice.family_member_uuid}
        onChange={({ currentTarget: { value } }) => onChange({ ...choice, family_member_uuid: value })}
        data={[
          { value: '', label: t('audit.every_member') },
          ...(members?.items ?? []).map(({ family_member_uuid, full_name }) => ({
            value: family_member_uuid,
            label: full_name,
          })),
        ]}
      />
      <TextInput
        type="date"
        label={t('audit.from')}
        value={choice.from}
        max={choice.to || undefined}
        onChange={({ currentTarget: { value } }) => onChange({ ...choice, from: value })}
      />
      <TextInput
        type="date"
        label={t('audit.to')}
        value={choice.to}
        min={choice.from || undefined}
        onChange={({ currentTarget: { value } }) => onChange({ ...choice, to: value })}
      />
    </SimpleGrid>
  )
}
