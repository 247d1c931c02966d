import { Badge, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileSearch, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { type Live, useLive } from '../../api/operations.ts'
import { Empty } from '../../parts/empty.tsx'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Details } from '../details.tsx'
import { exactTime } from '../formats.ts'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'
import { useSteady } from '../use-steady.ts'
import { keyed } from './log-keys.ts'

/** The levels of the log, the least first. */
const logLevels = ['debug', 'info', 'warn', 'error'] as const

const colors = { debug: 'gray', info: 'blue', warn: 'yellow', error: 'red' } as const

/** What the daemon has written down, newest first. */
export function Logs() {
  const { t } = useTranslation('system')
  const [level, setLevel] = useState<LogLevel>('info')
  const [text, setText] = useState('')
  const [follow, setFollow] = useState(true)
  const [q] = useDebouncedValue(text.trim(), 500)
  const log = useLog({ level, q, follow })
  return (
    <Panel title={t('logs.title')} text={t('logs.text')}>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={t('logs.level')}
          flex="1 1 9rem"
          value={level}
          onChange={({ currentTarget: { value } }) =>
            setLevel(logLevels.find((one) => one === value) ?? 'info')
          }
          data={logLevels.map((value) => ({ value, label: t(`level.at_least_${value}`) }))}
        />
        <TextInput
          label={t('logs.search')}
          type="search"
          maxLength={200}
          flex="2 1 12rem"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Switch
          label={t('logs.live')}
          checked={follow}
          onChange={({ currentTarget }) => setFollow(currentTarget.checked)}
          mb={8}
        />
      </Group>
      <LiveLoaded of={log}>
        {({ items }) => (
          <Stack>
            {items.length === 0 && (
              <Empty icon={IconFileSearch} title={t('logs.none')} text={t('logs.none_text')} />
            )}
            <ul className={classes['rows']} aria-label={t('logs.title')} hidden={items.length === 0}>
              {keyed(items).map(({ key, entry }) => (
                <LogRow key={key} entry={entry} />
              ))}
            </ul>
          </Stack>
        )}
      </LiveLoaded>
    </Panel>
  )
}

function LogRow({ entry }: { readonly entry: OutputOf<'gateway.logs'>['items'][number] }) {
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

type LogLevel = (typeof logLevels)[number]

interface LogQuery {
  readonly level: LogLevel
  /** Text in a line; empty for all. */
  readonly q: string
  /** Whether new lines are to come by themselves. */
  readonly follow: boolean
}

/** The newest lines of the log; those that were there when nobody wanted to follow any more. */
function useLog({ level, q, follow }: LogQuery): Live<OutputOf<'gateway.logs'>> {
  const wanted = `${level} ${q}`
  const { data: latest, error } = useLive('gateway.logs', { level, limit: 100, ...(q === '' ? {} : { q }) })
  const [shown, setShown] = useState({ wanted, latest })
  const fresh = latest !== undefined && latest !== shown.latest
  if (fresh && (follow || shown.latest === undefined || shown.wanted !== wanted)) setShown({ wanted, latest })
  // What was shown before fits nothing where what is wanted now cannot be latest.
  return useSteady({ data: error && !latest ? undefined : shown.latest, error })
}
