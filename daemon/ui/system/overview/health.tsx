import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useLive } from '../../api/operations.ts'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Figures } from '../figures.tsx'
import { bytesText, millisecondsText, spanText } from '../formats.ts'
import { Panel } from '../panel.tsx'
import { StateIcon, StateMark } from '../state-mark.tsx'
import classes from '../system.module.css'

type Components = OutputOf<'gateway.health'>['components']

/** How the daemon and each of its parts are, as it changes. */
export function Health() {
  const { t, i18n } = useTranslation('system')
  const health = useLive('gateway.health')
  return (
    <Panel title={t('health.title')}>
      <LiveLoaded of={health} lines={4}>
        {({ status, version, uptime_seconds, components }) => (
          <Stack>
            <div role="status">
              <StateMark state={status}>{t(`health.whole_${status}`)}</StateMark>
            </div>
            <Figures
              of={{
                [t('health.uptime')]: spanText(uptime_seconds, i18n.language),
                [t('health.version')]: version,
              }}
            />
            <Parts components={components} />
          </Stack>
        )}
      </LiveLoaded>
    </Panel>
  )
}

function Parts({ components }: { readonly components: Components }) {
  const { t, i18n } = useTranslation('system')
  const { database, storage, event_loop, bus, engine } = components
  const ms = (value: number) => millisecondsText(value, i18n.language)
  const figures: Partial<Record<keyof Components, string>> = {
    database: t('health.size', { size: bytesText(database.size_bytes + database.wal_bytes, i18n.language) }),
    ...(storage.free_bytes === null
      ? {}
      : { storage: t('health.free', { size: bytesText(storage.free_bytes, i18n.language) }) }),
    ...(event_loop.p99_ms === null ? {} : { event_loop: t('health.delay', { time: ms(event_loop.p99_ms) }) }),
    bus: t('health.waiting', { count: bus.waiting }),
  }
  const unasked = engine.status === 'ok' && engine.answered === false
  const texts: Partial<Record<keyof Components, string>> = {
    ...(unasked ? { engine: t('part.engine_unasked') } : {}),
    ...(storage.read_only ? { storage: t('part.storage_read_only') } : {}),
  }
  return (
    <SimpleGrid
      component="ul"
      className={classes['parts'] ?? ''}
      cols={{ base: 1, sm: 2 }}
      verticalSpacing="md"
    >
      {(Object.keys(components) as (keyof Components)[]).map((name) => (
        <Group component="li" key={name} wrap="nowrap" align="flex-start" gap="sm">
          <StateIcon state={components[name].status} />
          <Stack gap={0} miw={0}>
            <Text fw={600}>
              {t(`part.${name}`)}: {t(`state.${components[name].status}`)}
            </Text>
            <Text size="sm" c="dimmed">
              {texts[name] ?? t(`part.${name}_${components[name].status}`)} {figures[name]}
            </Text>
          </Stack>
        </Group>
      ))}
    </SimpleGrid>
  )
}
