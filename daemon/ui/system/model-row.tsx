import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { Details } from './details.tsx'
import { bytesText } from './formats.ts'
import { languageName } from './language-name.ts'
import { ModelActions } from './model-actions.tsx'
import { ModelDownload } from './model-download.tsx'

export type EmbeddingModel = OutputOf<'models.list'>['items'][number]

interface Props {
  readonly model: EmbeddingModel
  /** Whether memories are found with it. */
  readonly used: boolean
  /** Whether the change to it is under way. */
  readonly coming: boolean
}

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
  const known = {
    [t('models.id')]: id,
    [t('models.attribution')]: attribution,
    [t('models.repository')]: repository ?? t('models.comes_with'),
    ...(revision === null ? {} : { [t('models.revision')]: revision }),
    [t('models.dimension')]: dimension,
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
              {used && <Badge tt="none">{t('models.used')}</Badge>}
              <Badge variant="default" tt="none">
                {t(`models.state_${model.state}`)}
              </Badge>
            </Group>
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
        <Details of={known} label={t('models.details')} />
      </Stack>
    </li>
  )
}
