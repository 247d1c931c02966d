import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconSearch, IconServerOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../api/operations.ts'
import { Empty } from '../../parts/empty.tsx'
import { FailureAlert } from '../../parts/feedback.tsx'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'
import { OllamaPull } from './ollama-pull.tsx'

interface Props {
  readonly onPick: (server: { base_url: string; models: string[] }) => void
}

/** Finds the model servers of this machine. */
export function ServerFinder({ onPick }: Props) {
  const { t } = useTranslation('system')
  const [looked, setLooked] = useState(false)
  const find = useOperation('engine.servers', {}, { enabled: looked })
  return (
    <Panel
      title={t('servers.title')}
      text={t('servers.text')}
      actions={
        <Button
          variant="default"
          leftSection={<IconSearch size={16} aria-hidden />}
          loading={find.isFetching}
          onClick={() => {
            if (looked) void find.refetch()
            else setLooked(true)
          }}
        >
          {t('servers.find')}
        </Button>
      }
    >
      <div aria-live="polite" className={classes['live']}>
        {find.error && <FailureAlert error={find.error} />}
        {find.data?.total === 0 && (
          <Empty icon={IconServerOff} title={t('servers.none')} text={t('servers.none_text')} />
        )}
      </div>
      {find.data && find.data.total > 0 && (
        <ul className={classes['rows']} aria-label={t('servers.title')}>
          {find.data.items.map((server) => (
            <Stack component="li" key={server.base_url} gap="sm" aria-label={server.base_url}>
              <Group justify="space-between">
                <Stack gap={2} miw={0}>
                  <Text fw={600}>{t(`servers.${server.kind}`)}</Text>
                  <Text size="sm" c="dimmed">
                    <Code>{server.base_url}</Code> · {t('servers.models', { count: server.models.length })}
                  </Text>
                </Stack>
                <Button
                  variant="light"
                  aria-label={t('servers.use_this', { address: server.base_url })}
                  onClick={() => onPick(server)}
                >
                  {t('servers.use')}
                </Button>
              </Group>
              {server.kind === 'ollama' && <OllamaPull server={server} />}
            </Stack>
          ))}
        </ul>
      )}
    </Panel>
  )
}
