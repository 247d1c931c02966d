import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useAction, useOperation } from '../../api/operations.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { showDone, showFailure } from '../../parts/feedback.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { Enrolment } from './enrolment.tsx'

/** The member's own voice: enrolled by a few sentences read aloud, and deleted whenever they like. */
export function YourVoice() {
  const { t } = useTranslation('me')
  const state = useOperation('voice.get')
  const [opened, { open, close }] = useDisclosure()
  const remove = useAction('voice.delete', ['voice.get'])
  const forget = () =>
    remove.mutate({}, { onSuccess: () => showDone(t('voice.deleted')), onError: showFailure })
  return (
    <Section title={t('voice.title')} lead={t('voice.lead')}>
      <Loaded of={state}>
        {({ voice }) => (
          <Stack>
            {!voice.available && <Text>{t('voice.unavailable')}</Text>}
            {voice.available && voice.outdated && (
              <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
                {t('voice.outdated')}
              </Alert>
            )}
            <Known voice={voice} />
            {voice.kept_samples > 0 && (
              <Text c="dimmed">{t('voice.kept', { count: voice.kept_samples })}</Text>
            )}
            <Group>
              {voice.available && (
                <Button mih={40} variant={voice.enrolled ? 'default' : 'filled'} onClick={open}>
                  {voice.enrolled ? t('voice.again') : t('voice.open')}
                </Button>
              )}
              {voice.enrolled && (
                <Confirm
                  title={t('voice.delete')}
                  action={t('voice.delete')}
                  onConfirm={forget}
                  target={(ask) => (
                    <Button mih={40} variant="default" loading={remove.isPending} onClick={ask}>
                      {t('voice.delete')}
                    </Button>
                  )}
                >
                  <Text>{t('voice.delete_sure')}</Text>
                </Confirm>
              )}
            </Group>
            <Modal opened={opened} onClose={close} title={t('voice.open')} size="lg">
              <Enrolment requiredSeconds={voice.required_seconds} onDone={close} />
            </Modal>
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

/** What the companion knows a voice by. */
function Known({ voice }: OutputOf<'voice.get'>) {
  const { t } = useTranslation('me')
  if (voice.created_at === null) return voice.available && <Text>{t('voice.none')}</Text>
  if (!voice.available) return <Text>{t('voice.unused')}</Text>
  return (
    <Text>
      {t('voice.enrolled', { seconds: Math.round(voice.speech_seconds) })} <Moment at={voice.created_at} />
    </Text>
  )
}
