import { Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useLive } from '../../api/operations.ts'
import { Empty } from '../../parts/empty.tsx'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Details } from '../details.tsx'
import { exactTime } from '../formats.ts'
import { Pages } from '../pages.tsx'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'
import { useNames } from '../use-names.ts'
import { useSteady } from '../use-steady.ts'
import { type AuditChoice, auditEvents, auditInput } from './audit.ts'

const size = 25

/** Everything of weight that was done, newest first. */
export function AuditLog() {
  const { t } = useTranslation('system')
  const [choice, choose] = useState<AuditChoice>({ event: '', family_member_uuid: '', from: '', to: '' })
  const [page, setPage] = useState(1)
  const names = useNames()
  const input = auditInput(choice)
  const events = useSteady(useLive('audit.list', { ...input, limit: size, offset: (page - 1) * size }))
  return (
    <Panel title={t('audit.title')} text={t('audit.text')}>
      <AuditFilter
        choice={choice}
        onChange={(next) => {
          choose(next)
          setPage(1)
        }}
      />
      <LiveLoaded of={events} lines={6}>
        {({ items, total }) => (
          <Stack>
            {total === 0 && (
              <Empty icon={IconFileSearch} title={t('audit.none')} text={t('audit.none_text')} />
            )}
            <ul className={classes['rows']} aria-label={t('audit.title')} hidden={items.length === 0}>
              {items.map((row) => (
                <AuditRow key={row.seq} row={row} names={names} />
              ))}
            </ul>
            <Pages page={page} size={size} total={total} onChange={setPage} />
          </Stack>
        )}
      </LiveLoaded>
    </Panel>
  )
}

interface Props {
  readonly row: OutputOf<'audit.list'>['items'][number]
  readonly names: ReturnType<typeof useNames>
}

function AuditRow({ row, names }: Props) {
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

interface AuditFilterProps {
  readonly choice: AuditChoice
  readonly onChange: (choice: AuditChoice) => void
}

function AuditFilter({ choice, onChange }: AuditFilterProps) {
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
