import { Alert, Stack } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/operations.ts'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Panel } from '../panel.tsx'
import { EngineForm } from './engine-form.tsx'
import { EngineState } from './engine-state.tsx'
import { ServerFinder } from './server-finder.tsx'

/** Which engine writes the replies, and the choice of another. */
export function Engine() {
  const { t } = useTranslation('system')
  const engine = useLive('engine.current')
  const { data: config } = useLive('gateway.config')
  const [picked, pick] = useState<{ base_url: string; models: string[] } | null>(null)
  const fixed = config?.items.find(
    ({ name, source }) => name.startsWith('engine.') && source === 'environment',
  )
  return (
    <Stack>
      {fixed && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
          {t('engine.by_environment', { setting: fixed.name })}
        </Alert>
      )}
      <LiveLoaded of={engine}>
        {(current) => <EngineState engine={current} fixed={fixed !== undefined} />}
      </LiveLoaded>
      {!fixed && (
        <>
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
