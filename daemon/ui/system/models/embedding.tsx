import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/operations.ts'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'
import { MemoryCheck } from './memory-check.tsx'
import { MemoryModel } from './memory-model.tsx'
import { ModelRow } from './model-row.tsx'

/** What memories are found with. */
export function Embedding() {
  return (
    <Stack>
      <MemoryModel />
      <EmbeddingModels />
      <MemoryCheck />
    </Stack>
  )
}

function EmbeddingModels() {
  const { t } = useTranslation('system')
  const models = useLive('models.list', { limit: 200 })
  const { data: used } = useLive('memory.model')
  return (
    <Panel title={t('models.title')} text={t('models.text')}>
      <LiveLoaded of={models} lines={4}>
        {({ items }) => (
          <ul className={classes['rows']} aria-label={t('models.title')}>
            {items
              .filter(({ purpose }) => purpose !== 'chat')
              .map((model) => (
                <ModelRow
                  key={model.id}
                  model={model}
                  used={used?.model === model.id}
                  coming={used?.next?.model === model.id}
                />
              ))}
          </ul>
        )}
      </LiveLoaded>
    </Panel>
  )
}
