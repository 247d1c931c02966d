import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconSearch, IconServerOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { read } from '../../api/operations.ts'
import { Empty } from '../../parts/empty.tsx'
import { FailureAlert } from '../../parts/feedback.tsx'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'

interface Props {
  readonly onPick: (server: { base_url: string; models: string[] }) => void
}

/** Finds the model servers of this machine. */
export function ServerFinder({ onPick }: Props) {
  const { t } = useTranslation('system')
  const find = useMutation({ mutationFn: () => read('engine.servers', {}) })
  return (
    <Panel
      title={t('servers.title')}
      text={t('servers.text')}
      actions={
        <Button
          variant="default"
          leftSection={<IconSearch size={16} aria-hidden />}
          loading={find.isPending}
          onClick={() => find.mutate()}
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
        {find.data && find.data.total > 0 && (
          <ul className={classes['rows']} aria-label={t('servers.title')}>
            {find.data.items.map(({ base_url, kind, models }) => (
              <Group component="li" key={base_url} justify="space-between">
                <Stack gap={2} miw={0}>
                  <Text fw={600}>{t(`servers.${kind}`)}</Text>
                  <Text size="sm" c="dimmed">
                    <Code>{base_url}</Code> · {t('servers.models', { count: models.length })}
                  </Text>
                </Stack>
                <Button
                  variant="light"
                  aria-label={t('servers.use_this', { address: base_url })}
                  onClick={() => onPick({ base_url, models })}
                >
                  {t('servers.use')}
                </Button>
              </Group>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
