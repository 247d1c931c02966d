import { Alert, Stack } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/operations.ts'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Panel } from '../panel.tsx'
import { EngineForm } from './engine-form.tsx'
import { EngineState } from './engine-state.tsx'
import { LocalModels } from './local-models.tsx'
import { ServerFinder } from './server-finder.tsx'

/** The name of a setting of the engine that the environment has, so that nobody can change it here; null where there is none. */
export function useFixedSetting(): string | null {
  const { data } = useLive('gateway.config')
  const fixed = data?.items.find(({ name, source }) => name.startsWith('engine.') && source === 'environment')
  return fixed?.name ?? null
}

/** Which engine writes the replies, and the choice of another. */
export function Engine() {
  const { t } = useTranslation('system')
  const engine = useLive('engine.current')
  const [picked, pick] = useState<{ base_url: string; models: string[] } | null>(null)
  const fixed = useFixedSetting()
  return (
    <Stack>
      {fixed && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
          {t('engine.by_environment', { setting: fixed })}
        </Alert>
      )}
      <LiveLoaded of={engine}>
        {(current) => <EngineState engine={current} fixed={fixed !== null} />}
      </LiveLoaded>
      {!fixed && (
        <>
          {engine.data && <LocalModels current={engine.data} />}
          <ServerFinder onPick={pick} />
          <Panel title={t('engine.change_title')} text={t('engine.change_text')}>
            <LiveLoaded of={engine}>
              {(current) => (
                <EngineForm
                  key={picked?.base_url ?? current.base_url ?? ''}
                  current={current}
                  base_url={picked?.base_url ?? current.base_url ?? ''}
                  models={picked?.models ?? []}
                />
              )}
            </LiveLoaded>
          </Panel>
        </>
      )}
    </Stack>
  )
}
