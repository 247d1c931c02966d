import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLive, useOperation } from '../api/operations.ts'
import { LiveLoaded } from '../parts/loaded.tsx'
import { useFixedSetting } from '../system/engine/engine.tsx'
import { LocalOffer } from './local-offer.tsx'
import { SearchModel } from './search-model.tsx'
import { ServerOffer } from './server-offer.tsx'

/** Offers what lets the companion speak freely: a language model of this machine, or a model server that runs on it. */
export function EngineStep({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['welcome', 'system'])
  const current = useLive('engine.current')
  const { data: servers } = useOperation('engine.servers')
  const fixed = useFixedSetting()
  return (
    <Stack>
      {fixed === null ? (
        <LiveLoaded of={current}>
          {(engine) => (
            <>
              <LocalOffer engine={engine} />
              {servers?.items.map((server) => (
                <ServerOffer key={server.base_url} server={server} engine={engine} />
              ))}
            </>
          )}
        </LiveLoaded>
      ) : (
        <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />}>
          {t('system:engine.by_environment', { setting: fixed })}
        </Alert>
      )}
      <SearchModel />
      <Text size="sm" c="dimmed">
        {t('engine.later')}
      </Text>
      <Group justify="flex-end">
        <Button size="md" onClick={onDone}>
          {t('engine.submit')}
        </Button>
      </Group>
    </Stack>
  )
}
