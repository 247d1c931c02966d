import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAct } from '../api/operations.ts'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { bytesText } from './formats.ts'
import type { EmbeddingModel } from './model-row.tsx'
import { shareOf } from './share.ts'

/** How far the download of a model is, and the way to end it. */
export function ModelDownload({ model }: { readonly model: EmbeddingModel }) {
  const { t, i18n } = useTranslation('system')
  const cancel = useAct('models.cancel', ['models.list'])
  const { id, title, progress } = model
  const amount = (bytes: number) => bytesText(bytes, i18n.language)
  return (
    <Stack gap={6}>
      <Progress
        value={shareOf(progress.bytes, progress.total)}
        aria-label={t('models.downloading', { title })}
        animated
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('models.progress', { bytes: amount(progress.bytes), total: amount(progress.total) })}
        </Text>
        <Button
          variant="default"
          size="sm"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(
              { id },
              { onError: showFailure, onSuccess: () => showDone(t('models.cancelled', { title })) },
            )
          }
        >
          {t('models.cancel')}
        </Button>
      </Group>
    </Stack>
  )
}
