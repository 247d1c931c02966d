import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Progress as Step } from '../../client/member-file.ts'
import { FailureAlert } from '../parts/failure.tsx'
import { shareOf, sizeOf } from './export-file.ts'
import { Section } from './section.tsx'
import { useExport } from './use-export.ts'

/** Everything that the companion holds of the member, as one file. */
export function ExportAll() {
  const { t, i18n } = useTranslation(['me', 'common'])
  const { state, start, stop } = useExport()
  const walking = state.state === 'walking'
  return (
    <Section title={t('export.title')} lead={t('export.lead')}>
      {state.state === 'failed' && <FailureAlert error={state.error} retry={() => void start()} />}
      {walking && <Walking progress={state.progress} />}
      <Text role="status" size="sm" hidden={state.state !== 'done'}>
        {state.state === 'done' &&
          t('export.done', { name: state.name, size: sizeOf(state.bytes, i18n.language) })}
      </Text>
      <Group>
        {walking ? (
          <Button variant="default" mih={40} onClick={stop}>
            {t('common:act.cancel')}
          </Button>
        ) : (
          <Button mih={40} leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void start()}>
            {t('export.start')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('export.warning')}
      </Text>
    </Section>
  )
}

function Walking({ progress }: { readonly progress: Step | null }) {
  const { t } = useTranslation('me')
  return (
    <Stack gap={6} maw={420}>
      <Progress
        value={progress ? shareOf(progress) : 0}
        aria-label={t('export.progress')}
        transitionDuration={150}
      />
      <Text size="sm" c="dimmed">
        {progress
          ? t('export.step', {
              part: t(`export.part_${progress.part}`),
              done: progress.done,
              total: progress.total,
            })
          : t('export.begin')}
      </Text>
    </Stack>
  )
}
