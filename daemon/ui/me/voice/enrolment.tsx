import { Alert, Blockquote, Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callAction, readAgain } from '../../api/operations.ts'
import { FailureAlert, showDone } from '../../parts/feedback.tsx'
import { useStepUp } from '../../parts/step-up.tsx'
import { base64Of } from './microphone.ts'
import { useRecorder } from './recorder.ts'

const sentences = [
  'sentence_1',
  'sentence_2',
  'sentence_3',
  'sentence_4',
  'sentence_5',
  'sentence_6',
] as const

interface TakenSample {
  readonly sample_uuid: string
  readonly speech_seconds: number
}

interface Props {
  /** How much speech it takes. */
  readonly requiredSeconds: number
  readonly onDone: () => void
}

/** Has a few sentences read aloud, one recording each, and makes the voice of them known. */
export function Enrolment({ requiredSeconds, onDone }: Props) {
  const { t } = useTranslation('me')
  const [taken, setTaken] = useState<readonly TakenSample[]>([])
  const [keep, setKeep] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const [sending, setSending] = useState(false)
  const { run, dialog, asking } = useStepUp()
  const seconds = taken.reduce((sum, { speech_seconds }) => sum + speech_seconds, 0)
  const enough = seconds >= requiredSeconds

  const send = async (file: Uint8Array) => {
    setSending(true)
    setFailed(null)
    try {
      const sample = await callAction('voice.send_sample', { audio: base64Of(file), format: 'audio/wav' })
      setTaken((before) => [...before, sample])
    } catch (error) {
      setFailed(error)
    } finally {
      setSending(false)
    }
  }
  const recorder = useRecorder((file) => void send(file))
  const enrol = () =>
    run(async () => {
      await callAction('voice.enrol', {
        sample_uuids: taken.map(({ sample_uuid }) => sample_uuid),
        keep_samples: keep,
      })
      readAgain(['voice.get'])
      showDone(t('voice.done'))
      onDone()
    })

  const sentence = sentences[taken.length % sentences.length] ?? 'sentence_1'
  return (
    <Stack>
      <Text>{enough ? t('voice.enough') : t('voice.read_aloud')}</Text>
      {!enough && (
        <Blockquote p="md" iconSize={0} aria-label={t('voice.sentence')}>
          {t(`voice.${sentence}`)}
        </Blockquote>
      )}
      {recorder.problem && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {t(`voice.problem_${recorder.problem}`)}
        </Alert>
      )}
      {failed !== null && <FailureAlert error={failed} />}
      {recorder.recording && <Loudness level={recorder.level} />}
      <Stack gap={4}>
        <Text size="sm" aria-live="polite">
          {t('voice.so_far', { seconds: Math.floor(seconds), required: requiredSeconds })}
        </Text>
        <Progress
          value={Math.min(100, Math.round((100 * seconds) / requiredSeconds))}
          aria-label={t('voice.progress')}
        />
      </Stack>
      {enough && (
        <Checkbox
          label={t('voice.keep')}
          description={t('voice.keep_text')}
          checked={keep}
          onChange={({ currentTarget }) => setKeep(currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        {recorder.recording ? (
          <Button
            mih={40}
            color="red.9"
            leftSection={<IconPlayerStopFilled aria-hidden size={18} />}
            onClick={recorder.stop}
          >
            {t('voice.stop')}
          </Button>
        ) : (
          <Button
            mih={40}
            variant={enough ? 'default' : 'filled'}
            loading={sending}
            leftSection={<IconMicrophone aria-hidden size={18} />}
            onClick={recorder.start}
          >
            {enough ? t('voice.more') : t('voice.record')}
          </Button>
        )}
        {enough && (
          <Button mih={40} disabled={recorder.recording || sending || asking} onClick={enrol}>
            {t('voice.submit')}
          </Button>
        )}
      </Group>
      {dialog}
    </Stack>
  )
}

/** How loud it is while somebody speaks, from 0 to 1. */
function Loudness({ level }: { readonly level: number }) {
  const { t } = useTranslation('me')
  return (
    <Stack gap={4}>
      <Text size="sm">{t('voice.level')}</Text>
      <Progress value={Math.round(level * 100)} aria-label={t('voice.level')} color="teal" />
    </Stack>
  )
}
