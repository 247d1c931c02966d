import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { Details } from './details.tsx'
import { exactTime } from './formats.ts'
import type { useNames } from './use-names.ts'

interface Props {
  readonly row: OutputOf<'audit.list'>['items'][number]
  readonly names: ReturnType<typeof useNames>
}

/** One row of the audit log. */
export function AuditRow({ row, names }: Props) {
  const { t, i18n } = useTranslation('system')
  const { seq, created_at, event, actor, address, family_member_uuid, details } = row
  const { operation, watched, ...more } = details
  const about =
    family_member_uuid !== null && actor !== `user:${family_member_uuid}`
      ? t('audit.about', { name: names.member(family_member_uuid) })
      : null
  return (
    <li>
      <Stack gap={2}>
        <Group justify="space-between" gap="xs">
          <Text fw={600}>
            {watched === true ? t('audit.watched') : t(`event.${event}`)}
            {typeof operation === 'string' && `: ${operation}`}
          </Text>
          <Text size="sm" c="dimmed" component="time" dateTime={created_at}>
            {exactTime(created_at, i18n.language)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {[names.actor(actor), about, t('audit.from_address', { address }), `#${seq}`]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Details of={more} label={t('audit.details')} />
      </Stack>
    </li>
  )
}
