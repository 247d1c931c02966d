import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { Details } from './details.tsx'
import { exactTime } from './formats.ts'
import classes from './system.module.css'

const colors = { debug: 'gray', info: 'blue', warn: 'yellow', error: 'red' } as const

/** One line of the log. */
export function LogRow({ entry }: { readonly entry: OutputOf<'gateway.logs'>['items'][number] }) {
  const { t, i18n } = useTranslation('system')
  const { time, level, message, details } = entry
  return (
    <li>
      <Stack gap={2}>
        <Group justify="space-between" gap="xs">
          <Group gap="xs" wrap="nowrap" flex="1 1 14rem" miw={0}>
            <Badge variant="dot" color={colors[level]} tt="none" flex="none">
              {t(`level.${level}`)}
            </Badge>
            <Text className={classes['wrap'] ?? ''}>{message}</Text>
          </Group>
          <Text size="sm" c="dimmed" component="time" dateTime={time}>
            {exactTime(time, i18n.language)}
          </Text>
        </Group>
        <Details of={details} label={t('logs.details')} />
      </Stack>
    </li>
  )
}
