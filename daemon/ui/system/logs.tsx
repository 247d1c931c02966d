import { Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileSearch, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../parts/empty.tsx'
import { LiveLoaded } from '../parts/loaded.tsx'
import { keyed } from './log-keys.ts'
import { LogRow } from './log-row.tsx'
import { Panel } from './panel.tsx'
import classes from './system.module.css'
import { type LogLevel, logLevels, useLog } from './use-log.ts'

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
