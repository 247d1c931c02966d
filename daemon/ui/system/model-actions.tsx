import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAct } from '../api/operations.ts'
import { Confirm } from '../parts/confirm.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { bytesText } from './formats.ts'
import type { EmbeddingModel } from './model-row.tsx'

interface Props {
  readonly model: EmbeddingModel
  readonly used: boolean
  readonly coming: boolean
}

/** What can be done with a model as it is now. */
export function ModelActions({ model, used, coming }: Props) {
  const { state } = model
  const here = state === 'embedded' || state === 'ready'
  return (
    <Group gap="xs">
      {(state === 'missing' || state === 'failed') && <Download model={model} />}
      {here && !used && !coming && <Use model={model} />}
      {state === 'ready' && !used && !coming && <Remove model={model} />}
    </Group>
  )
}

interface Of {
  readonly model: EmbeddingModel
}

function Download({ model: { id, title, progress, state } }: Of) {
  const { t, i18n } = useTranslation('system')
  const download = useAct('models.download', ['models.list'])
  const failed = state === 'failed'
  const size = bytesText(progress.total, i18n.language)
  return (
    <Button
      variant="light"
      loading={download.isPending}
      aria-label={failed ? t('models.again_of', { title }) : t('models.download_of', { title, size })}
      onClick={() => download.mutate({ id }, { onError: showFailure })}
    >
      {t(failed ? 'models.again' : 'models.download')}
    </Button>
  )
}

function Use({ model: { id, title } }: Of) {
  const { t } = useTranslation('system')
  const change = useAct('memory.change_model', ['memory.model'])
  return (
    <Confirm
      title={t('models.use_title', { title })}
      act={t('models.use')}
      onConfirm={() =>
        change.mutate(
          { model: id },
          { onError: showFailure, onSuccess: () => showDone(t('models.use_begun')) },
        )
      }
      target={(open) => (
        <Button
          variant="light"
          loading={change.isPending}
          onClick={open}
          aria-label={t('models.use_of', { title })}
        >
          {t('models.use')}
        </Button>
      )}
    >
      <Text>{t('models.use_text')}</Text>
    </Confirm>
  )
}

function Remove({ model: { id, title } }: Of) {
  const { t } = useTranslation('system')
  const remove = useAct('models.remove', ['models.list'])
  return (
    <Confirm
      title={t('models.remove_title', { title })}
      act={t('models.remove')}
      onConfirm={() =>
        remove.mutate(
          { id },
          { onError: showFailure, onSuccess: () => showDone(t('models.removed', { title })) },
        )
      }
      target={(open) => (
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={open}
          aria-label={t('models.remove_of', { title })}
        >
          {t('models.remove')}
        </Button>
      )}
    >
      <Text>{t('models.remove_text')}</Text>
    </Confirm>
  )
}
