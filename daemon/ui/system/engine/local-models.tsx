import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useLive } from '../../api/operations.ts'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { memoryText } from '../formats.ts'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'
import { LocalModelRow } from './local-model-row.tsx'
import { OwnModel } from './own-model.tsx'
import type { CurrentEngine } from './use-local-model.ts'

type Machine = OutputOf<'engine.local_models'>['machine']

/** The language models that can run on this machine, and one of one's own. */
export function LocalModels({ current }: { readonly current: CurrentEngine }) {
  const { t } = useTranslation('system')
  const models = useLive('engine.local_models')
  return (
    <Panel title={t('local.title')} text={t('local.text')}>
      <LiveLoaded of={models} lines={5}>
        {({ items, machine }) => (
          <>
            <MachineText machine={machine} />
            <ul className={classes['rows']} aria-label={t('local.title')}>
              {items.map((model) => (
                <LocalModelRow key={model.id} model={model} machine={machine} current={current} />
              ))}
            </ul>
            <OwnModel />
          </>
        )}
      </LiveLoaded>
    </Panel>
  )
}

/** What this machine has. */
export function MachineText({ machine: { memory_mb, available_mb, cores } }: { readonly machine: Machine }) {
  const { t, i18n } = useTranslation('system')
  return (
    <Text size="sm" c="dimmed">
      {t('local.machine', {
        memory: memoryText(memory_mb, i18n.language),
        available: memoryText(available_mb, i18n.language),
        count: cores,
      })}
    </Text>
  )
}
