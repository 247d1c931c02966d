import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useAction } from '../../api/operations.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { showDone, showFailure } from '../../parts/feedback.tsx'
import { Details } from '../details.tsx'
import { bytesText, languageName } from '../formats.ts'
import { RemoveModel } from '../remove-model.tsx'
import { Transfer } from '../transfer.tsx'

export type EmbeddingModel = OutputOf<'models.list'>['items'][number]

interface Props {
  readonly model: EmbeddingModel
  /** Whether memories are found with it. */
  readonly used: boolean
  /** Whether the change to it is under way. */
  readonly coming: boolean
}

const isHere = ({ state }: EmbeddingModel) => state === 'embedded' || state === 'ready'

/** One model: what it is, whether it is here, and what can be done with it. */
export function ModelRow({ model, used, coming }: Props) {
  const { t, i18n } = useTranslation('system')
  const {
    id,
    title,
    language,
    licence,
    attribution,
    repository,
    revision,
    trained_on,
    dimension,
    max_tokens,
  } = model
  const rereads = model.purpose === 'reranking' && isHere(model)
  const facts = {
    [t('models.id')]: id,
    [t('models.attribution')]: attribution,
    [t('models.repository')]: repository ?? t('models.comes_with'),
    ...(revision === null ? {} : { [t('models.revision')]: revision }),
    ...(dimension === null ? {} : { [t('models.dimension')]: dimension }),
    [t('models.max_tokens')]: max_tokens,
    ...(trained_on.length === 0 ? {} : { [t('models.trained_on')]: trained_on }),
  }
  return (
    <li aria-label={title}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} flex="1 1 14rem" miw={0}>
            <Group gap="xs">
              <Text fw={600}>{title}</Text>
              {(used || rereads) && <Badge tt="none">{t('models.used')}</Badge>}
              {model.recommended && (
                <Badge variant="light" tt="none">
                  {t('models.recommended')}
                </Badge>
              )}
              <Badge variant="default" tt="none">
                {t(`models.state_${model.state}`)}
              </Badge>
            </Group>
            {model.purpose === 'reranking' && <Text size="sm">{t('models.rereads')}</Text>}
            <Text size="sm" c="dimmed">
              {[
                bytesText(model.progress.total, i18n.language),
                language === 'mul' ? t('models.many_languages') : languageName(language, i18n.language),
                licence,
              ].join(' · ')}
            </Text>
          </Stack>
          <ModelActions model={model} used={used} coming={coming} />
        </Group>
        {model.state === 'downloading' && <ModelDownload model={model} />}
        {model.error !== null && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('models.failed')}>
            {model.error}
          </Alert>
        )}
        <Details of={facts} label={t('models.details')} />
      </Stack>
    </li>
  )
}

interface ActionsProps {
  readonly model: EmbeddingModel
  readonly used: boolean
  readonly coming: boolean
}

function ModelActions({ model, used, coming }: ActionsProps) {
  const { state, purpose, recommended } = model
  const missing = state === 'missing' || state === 'failed'
  const offered = purpose === 'embedding' && !used && !coming
  return (
    <Group gap="xs">
      {missing && offered && recommended && <DownloadAndUse model={model} />}
      {missing && !(offered && recommended) && <Download model={model} />}
      {isHere(model) && offered && <Use model={model} />}
      {state === 'ready' && !used && !coming && <RemoveModel model={model} touches={['models.list']} />}
    </Group>
  )
}

interface Of {
  readonly model: EmbeddingModel
}

function Download({ model: { id, title, progress, state } }: Of) {
  const { t, i18n } = useTranslation('system')
  const download = useAction('models.download', ['models.list'])
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

/** Fetches the model that is recommended, and uses it once it is here. */
function DownloadAndUse({ model: { id, title, progress, state } }: Of) {
  const { t, i18n } = useTranslation('system')
  const change = useAction('memory.change_model', ['memory.model', 'models.list'])
  const size = bytesText(progress.total, i18n.language)
  return (
    <Button
      loading={change.isPending}
      aria-label={state === 'failed' ? t('models.again_of', { title }) : t('models.get_of', { title, size })}
      onClick={() =>
        change.mutate(
          { model: id, download: true },
          { onError: showFailure, onSuccess: () => showDone(t('models.get_begun')) },
        )
      }
    >
      {t(state === 'failed' ? 'models.again' : 'models.get')}
    </Button>
  )
}

function Use({ model: { id, title } }: Of) {
  const { t } = useTranslation('system')
  const change = useAction('memory.change_model', ['memory.model'])
  return (
    <Confirm
      title={t('models.use_title', { title })}
      action={t('models.use')}
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

/** How far the download of a model is, and the way to end it. */
function ModelDownload({ model: { id, title, progress, bytes_per_second, seconds_left } }: Of) {
  const { t } = useTranslation('system')
  const cancel = useAction('models.cancel', ['models.list'])
  return (
    <Transfer
      progress={{ bytes_done: progress.bytes, bytes_total: progress.total, bytes_per_second, seconds_left }}
      label={t('models.downloading', { title })}
      cancelling={cancel.isPending}
      onCancel={() =>
        cancel.mutate(
          { id },
          { onError: showFailure, onSuccess: () => showDone(t('models.cancelled', { title })) },
        )
      }
    />
  )
}
