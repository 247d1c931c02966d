import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useAction, useLive } from '../../api/operations.ts'
import { showDone, showFailure } from '../../parts/feedback.tsx'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { shareOf } from '../formats.ts'
import { Panel } from '../panel.tsx'
import { StateMark } from '../state-mark.tsx'

type Next = NonNullable<OutputOf<'memory.model'>['next']>

/** Which model memories are found with, and how far the change to another is. */
export function MemoryModel() {
  const { t } = useTranslation('system')
  const state = useLive('memory.model')
  const title = useModelTitle()
  return (
    <Panel title={t('memory_model.title')} text={t('memory_model.text')}>
      <LiveLoaded of={state} lines={1}>
        {({ model, next }) => (
          <Stack>
            <StateMark state="ok">{title(model)}</StateMark>
            {next && <Change next={next} />}
          </Stack>
        )}
      </LiveLoaded>
    </Panel>
  )
}

function Change({ next: { model, done, total, error } }: { readonly next: Next }) {
  const { t } = useTranslation('system')
  const title = useModelTitle()
  const { data: models } = useLive('models.list', { limit: 200 })
  const waiting = models?.items.some(({ id, state }) => id === model && state === 'downloading') ?? false
  const keep = useAction('memory.keep_model', ['memory.model'])
  const label = t('memory_model.changing', { model: title(model) })
  return (
    <Stack gap="xs">
      {error !== null && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('memory_model.failed')}
        >
          {error}
        </Alert>
      )}
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {!waiting && <Progress value={shareOf(done, total)} aria-label={label} animated={error === null} />}
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {waiting ? t('memory_model.waiting') : t('memory_model.progress', { done, count: total })}
        </Text>
        <Button
          variant="default"
          loading={keep.isPending}
          onClick={() =>
            keep.mutate({}, { onError: showFailure, onSuccess: () => showDone(t('memory_model.kept')) })
          }
        >
          {t('memory_model.keep')}
        </Button>
      </Group>
    </Stack>
  )
}

function useModelTitle(): (id: string) => string {
  const { data: models } = useLive('models.list', { limit: 200 })
  return (id) => models?.items.find((model) => model.id === id)?.title ?? id
}
