import { Badge, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useLive } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { LiveLoaded } from '../parts/loaded.tsx'
import { Panel } from './panel.tsx'
import { groupsOf } from './setting-groups.ts'
import classes from './system.module.css'

type Setting = OutputOf<'gateway.config'>['items'][number]

/** Every setting, its value and where that came from. */
export function Configuration() {
  const { t, i18n } = useTranslation('system')
  const [wanted, setWanted] = useState('')
  const config = useLive('gateway.config')
  const meaning = (name: string) =>
    i18n.exists(`system:setting.${name}`) ? t(`setting.${name}` as 'setting.mode') : ''
  return (
    <Panel title={t('config.title')} text={t('config.text')}>
      <TextInput
        label={t('config.search')}
        type="search"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={wanted}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
      />
      <LiveLoaded of={config} lines={8}>
        {({ items }) => {
          const groups = groupsOf(items, wanted, meaning)
          if (groups.length === 0) return <Empty icon={IconSearchOff} title={t('config.none', { wanted })} />
          return (
            <Stack>
              {groups.map(({ group, settings }) => (
                <Stack key={group} gap={0}>
                  <Title order={4} size="h5">
                    {t(`config.group_${group}` as 'config.group_general')}
                  </Title>
                  <ul className={classes['rows']}>
                    {settings.map((setting) => (
                      <SettingRow key={setting.name} setting={setting} meaning={meaning(setting.name)} />
                    ))}
                  </ul>
                </Stack>
              ))}
            </Stack>
          )
        }}
      </LiveLoaded>
    </Panel>
  )
}

function SettingRow({ setting, meaning }: { readonly setting: Setting; readonly meaning: string }) {
  const { t } = useTranslation('system')
  const { name, value, source, hidden } = setting
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Stack gap={2} flex="1 1 16rem" miw={0}>
        <Code w="fit-content" className={classes['wrap'] ?? ''}>
          {name}
        </Code>
        <Text size="sm" c="dimmed">
          {meaning}
        </Text>
      </Stack>
      <Group gap="sm" wrap="nowrap">
        <Text fw={600} className={classes['wrap'] ?? ''}>
          {hidden ? t('config.hidden') : value === null ? t('config.unset') : String(value)}
        </Text>
        <Badge variant={source === 'default' ? 'default' : 'light'} tt="none" flex="none">
          {t(`config.${source}`)}
        </Badge>
      </Group>
    </Group>
  )
}
