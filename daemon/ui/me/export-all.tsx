import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Progress as Step, walkMember } from '../../client/member-file.ts'
import { client } from '../api/session.ts'
import { download } from '../parts/download.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { Section } from '../parts/section.tsx'
import { fileNameOf, shareOf, sizeOf } from './export-file.ts'

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
            {t('common:action.cancel')}
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

type ExportState =
  | { readonly state: 'idle' }
  | { readonly state: 'walking'; readonly progress: Step | null }
  | { readonly state: 'done'; readonly name: string; readonly bytes: number }
  | { readonly state: 'failed'; readonly error: unknown }

/** Gathers everything of the member into a file, step by step, until that is done or not wanted any more. */
function useExport() {
  const [state, setState] = useState<ExportState>({ state: 'idle' })
  const run = useRef(0)
  const start = async () => {
    const own = ++run.current
    setState({ state: 'walking', progress: null })
    try {
      const walk = walkMember(client, new Date())
      for (;;) {
        const { done, value } = await walk.next()
        if (own !== run.current) return
        if (!done) {
          setState({ state: 'walking', progress: value })
          continue
        }
        const name = fileNameOf(value.profile.username, value.made_at)
        const text = JSON.stringify(value, null, 2)
        download(name, text)
        setState({ state: 'done', name, bytes: new Blob([text]).size })
        return
      }
    } catch (error) {
      if (own === run.current) setState({ state: 'failed', error })
    }
  }
  const stop = () => {
    run.current += 1
    setState({ state: 'idle' })
  }
  useEffect(
    () => () => {
      run.current += 1
    },
    [],
  )
  return { state, start, stop }
}
