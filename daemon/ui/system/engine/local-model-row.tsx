import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { bytesText, memoryText } from '../formats.ts'
import { RemoveModel } from '../remove-model.tsx'
import { Transfer } from '../transfer.tsx'
import { type CurrentEngine, type LocalModel, useLocalModel } from './use-local-model.ts'

interface Props {
  readonly model: LocalModel
  readonly machine: OutputOf<'engine.local_models'>['machine']
  readonly current: CurrentEngine
}

/** One language model: what it takes, whether it is here, and what can be done with it. */
export function LocalModelRow({ model, machine, current }: Props) {
  const { t, i18n } = useTranslation('system')
  const { id, title, state } = model
  const used = current.local?.model === id
  const coming = current.next?.model === id
  const local = useLocalModel()
  return (
    <li aria-label={title}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} flex="1 1 14rem" miw={0}>
            <Group gap="xs">
              <Text fw={600}>{title}</Text>
              {used && <Badge tt="none">{t('models.used')}</Badge>}
              {model.recommended && (
                <Badge variant="light" tt="none">
                  {t('local.recommended')}
                </Badge>
              )}
              <Badge variant="default" tt="none">
                {t(`models.state_${state}`)}
              </Badge>
            </Group>
            <LocalModelFacts model={model} />
            {!model.fits && (
              <Text size="sm">
                {t('local.too_large', {
                  required: memoryText(model.required_mb, i18n.language),
                  available: memoryText(machine.available_mb, i18n.language),
                })}
              </Text>
            )}
            {coming && state === 'downloading' && <Text size="sm">{t('local.used_then')}</Text>}
          </Stack>
          <Group gap="xs">
            {model.fits && !used && !(coming && state === 'downloading') && (
              <UseButton model={model} busy={local.choosing} onClick={() => local.choose(id)} />
            )}
            {state === 'ready' && !used && (
              <RemoveModel model={model} touches={['engine.local_models', 'engine.current']} height={40} />
            )}
            {state === 'failed' && (
              <Button
                variant="default"
                mih={40}
                loading={local.cancelling}
                aria-label={t('local.give_up_of', { title })}
                onClick={() => local.cancel(id)}
              >
                {t('local.give_up')}
              </Button>
            )}
          </Group>
        </Group>
        {state === 'downloading' && (
          <Transfer
            progress={model}
            label={t('models.downloading', { title })}
            cancelling={local.cancelling}
            onCancel={() => local.cancel(id)}
          />
        )}
        <LocalModelTrouble model={model} failure={coming ? (current.next?.failure ?? null) : null} />
      </Stack>
      {local.dialog}
    </li>
  )
}

/** What a model takes of the machine, and under which licence it is. */
export function LocalModelFacts({ model }: { readonly model: LocalModel }) {
  const { t, i18n } = useTranslation('system')
  const { bytes, required_mb, licence } = model
  return (
    <Text size="sm" c="dimmed">
      {[
        ...(bytes === 0
          ? []
          : [
              bytesText(bytes, i18n.language),
              t('local.takes', { memory: memoryText(required_mb, i18n.language) }),
            ]),
        ...(licence === null ? [] : [licence]),
      ].join(' · ')}
    </Text>
  )
}

interface TroubleProps {
  readonly model: LocalModel
  /** Why it is not used although it has come. */
  readonly failure: NonNullable<CurrentEngine['next']>['failure']
}

/** Why a model is not here, or is not used although it is; nothing where all is well. */
export function LocalModelTrouble({ model, failure }: TroubleProps) {
  const { t } = useTranslation('system')
  const text = failure === null ? model.failure : t(`next_failure.${failure}`)
  if (text === null) return null
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t(failure === null ? 'models.failed' : 'local.not_used')}
    >
      {text}
    </Alert>
  )
}

interface UseProps {
  readonly model: LocalModel
  readonly busy: boolean
  readonly onClick: () => void
}

/** Lets a model write the replies, once it is here where it is not. */
export function UseButton({ model: { title, state, bytes, recommended }, busy, onClick }: UseProps) {
  const { t, i18n } = useTranslation('system')
  const size = bytesText(bytes, i18n.language)
  const texts = {
    missing: [t('models.get'), t('models.get_of', { title, size })],
    failed: [t('models.again'), t('models.again_of', { title })],
    downloading: [t('local.use_then'), t('local.use_then_of', { title })],
    ready: [t('models.use'), t('models.use_of', { title })],
  }
  const [text, label] = texts[state]
  return (
    <Button
      variant={recommended ? 'filled' : 'light'}
      mih={40}
      loading={busy}
      aria-label={label}
      onClick={onClick}
    >
      {text}
    </Button>
  )
}
