import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useLive } from '../api/operations.ts'
import { LiveLoaded } from '../parts/loaded.tsx'
import { LocalModelFacts, LocalModelTrouble, UseButton } from '../system/engine/local-model-row.tsx'
import { MachineText } from '../system/engine/local-models.tsx'
import { Transfer } from '../system/transfer.tsx'
import { type CurrentEngine, type LocalModel, useLocalModel } from '../system/engine/use-local-model.ts'
import { Offer } from './offer.tsx'

interface Props {
  readonly engine: CurrentEngine
}

/** Offers the language model that suits this machine, and shows how far it is. */
export function LocalOffer({ engine }: Props) {
  const { t } = useTranslation('welcome')
  const models = useLive('engine.local_models')
  return (
    <Offer title={t('local.title')} text={t('local.text')}>
      <LiveLoaded of={models} lines={1}>
        {({ items, machine }) => {
          const model = offered(items, engine)
          return (
            <>
              <MachineText machine={machine} />
              {model ? (
                <State model={model} engine={engine} />
              ) : (
                <Text size="sm">{t(engine.local ? 'local.used' : 'local.none')}</Text>
              )}
            </>
          )
        }}
      </LiveLoaded>
    </Offer>
  )
}

/** The model to show: the one that is coming or writes, else the one that is recommended; null for none. */
function offered(
  items: OutputOf<'engine.local_models'>['items'],
  { next, local }: CurrentEngine,
): LocalModel | null {
  const chosen = next?.model ?? local?.model
  const suits = ({ id, recommended }: LocalModel) => (chosen === undefined ? recommended : id === chosen)
  return items.find(suits) ?? null
}

function State({ model, engine }: Props & { readonly model: LocalModel }) {
  const { t } = useTranslation(['welcome', 'system'])
  const { id, title, state } = model
  const local = useLocalModel()
  const coming = engine.next?.model === id
  const used = engine.local?.model === id && !coming
  return (
    <Stack gap="xs" aria-label={title} role="group">
      <div>
        <Text fw={600} size="sm">
          {title}
        </Text>
        <LocalModelFacts model={model} />
      </div>
      <LocalModelTrouble model={model} failure={coming ? (engine.next?.failure ?? null) : null} />
      {state === 'downloading' && (
        <Transfer
          progress={model}
          label={t('system:models.downloading', { title })}
          cancelling={local.cancelling}
          onCancel={() => local.cancel(id)}
        />
      )}
      <Text size="sm" role="status">
        {used && t('local.used')}
        {coming && state === 'downloading' && t('local.coming')}
      </Text>
      {!used && !(coming && state === 'downloading') && (
        <Group>
          <UseButton model={model} busy={local.choosing} onClick={() => local.choose(id)} />
        </Group>
      )}
      {local.dialog}
    </Stack>
  )
}
