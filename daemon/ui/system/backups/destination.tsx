import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useAction, useLive } from '../../api/operations.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { showDone, showFailure } from '../../parts/feedback.tsx'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useStepUp } from '../../parts/step-up.tsx'
import { bytesText } from '../formats.ts'
import { Panel } from '../panel.tsx'
import { StateIcon } from '../state-mark.tsx'
import { useSteady } from '../use-steady.ts'
import { SetUp, Words } from './set-up.tsx'

/** Encrypted backups somewhere else: where they go to, how it went, and how they are set up. */
export function Destination() {
  const { t } = useTranslation('system')
  const [asking, setAsking] = useState(false)
  const [words, setWords] = useState<string | null>(null)
  const destination = useSteady(useLive('backups.destination'))
  return (
    <Panel
      title={t('destination.title')}
      text={t('destination.text')}
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('destination.set_up')}
        </Button>
      }
    >
      <LiveLoaded of={destination}>
        {(now) => (
          <>
            <State now={now} />
            {now.set_up && <Actions now={now} />}
          </>
        )}
      </LiveLoaded>
      <Modal opened={asking} onClose={() => setAsking(false)} title={t('destination.set_up_title')}>
        <SetUp
          location={destination.data?.location ?? ''}
          onCancel={() => setAsking(false)}
          onDone={(made) => {
            setAsking(false)
            setWords(made)
          }}
        />
      </Modal>
      <Modal
        opened={words !== null}
        onClose={() => setWords(null)}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
        title={t('destination.words_title')}
      >
        <Words words={words ?? ''} onClose={() => setWords(null)} />
      </Modal>
    </Panel>
  )
}

/** How it stands with them. */
function State({ now }: { readonly now: OutputOf<'backups.destination'> }) {
  const { t, i18n } = useTranslation('system')
  const { location, set_up, there, running, last_snapshot_at, snapshots, bytes, trouble, trouble_since } = now
  if (location === null || !set_up) return <Text c="dimmed">{t('destination.off')}</Text>
  const isBroken = [now.drill, now.turn].some((check) => check !== null && check.fault !== null)
  const reached = trouble === null && there
  const state = !reached ? 'down' : isBroken ? 'degraded' : 'ok'
  const how = trouble ?? (there ? 'well' : 'away')
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      <StateIcon state={state} />
      <Stack gap={2} miw={0}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {location}
        </Text>
        <Text size="sm">
          {running ? t('destination.running') : t(`destination.is_${how}`)}
          {trouble_since !== null && (
            <>
              {' '}
              · {t('destination.since')} <Moment at={trouble_since} />
            </>
          )}
        </Text>
        {last_snapshot_at !== null && (
          <Text size="sm" c="dimmed">
            {t('destination.last')} <Moment at={last_snapshot_at} /> ·{' '}
            {t('destination.snapshots', { count: snapshots })} · {bytesText(bytes, i18n.language)}
          </Text>
        )}
        <Checks now={now} />
      </Stack>
    </Group>
  )
}

/** What the monthly drill and the daily turns have found. */
function Checks({ now: { drill, turn } }: { readonly now: OutputOf<'backups.destination'> }) {
  const { t } = useTranslation('system')
  return (
    <>
      {drill !== null && (
        <Text size="sm" c={drill.fault === null ? 'dimmed' : 'red'}>
          {t(drill.fault === null ? 'destination.drill_well' : 'destination.drill_fault')}{' '}
          <Moment at={drill.at} />
        </Text>
      )}
      {turn !== null && turn.fault !== null && (
        <Text size="sm" c="red">
          {t('destination.turn_fault')} <Moment at={turn.snapshot_at} />
        </Text>
      )}
    </>
  )
}

/** What can be done with what is set up. */
function Actions({ now: { location, running } }: { readonly now: OutputOf<'backups.destination'> }) {
  const { t } = useTranslation('system')
  const snapshot = useAction('backups.snapshot', ['backups.destination'])
  const unset = useAction('backups.unset_destination', ['backups.destination'])
  const { run, dialog } = useStepUp()
  return (
    <Group gap="xs">
      <Button
        variant="light"
        loading={snapshot.isPending}
        disabled={running}
        onClick={() => snapshot.mutate({}, { onError: showFailure })}
      >
        {t('destination.snapshot')}
      </Button>
      <Confirm
        title={t('destination.turn_off_title')}
        action={t('destination.turn_off')}
        onConfirm={() =>
          run(async () => {
            await unset.mutateAsync({})
            showDone(t('destination.turned_off'))
          })
        }
        target={(open) => (
          <Button variant="default" loading={unset.isPending} onClick={open}>
            {t('destination.turn_off')}
          </Button>
        )}
      >
        <Text>{t('destination.turn_off_text', { location })}</Text>
      </Confirm>
      {dialog}
    </Group>
  )
}
