import { Alert, Button, Center, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useAction, useLive } from '../../api/operations.ts'
import { Copy, QrCode } from '../../parts/code.tsx'
import { FailureAlert } from '../../parts/feedback.tsx'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useStepUp, wantsPassword } from '../../parts/step-up.tsx'
import { bytesText } from '../formats.ts'
import { Panel } from '../panel.tsx'
import { StateIcon } from '../state-mark.tsx'
import { useSteady } from '../use-steady.ts'

/** Encrypted backups on another disk: where they go to, how it went, and how they are set up. */
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
      <LiveLoaded of={destination}>{(now) => <State now={now} />}</LiveLoaded>
      <Modal opened={asking} onClose={() => setAsking(false)} title={t('destination.set_up_title')}>
        <SetUp
          folder={destination.data?.folder ?? ''}
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
  const { folder, set_up, there, running, last_snapshot_at, snapshots, bytes, trouble, trouble_since } = now
  if (folder === null || !set_up) return <Text c="dimmed">{t('destination.off')}</Text>
  const state = trouble === null && there ? 'ok' : 'down'
  const how = trouble ?? (there ? 'well' : 'away')
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      <StateIcon state={state} />
      <Stack gap={2} miw={0}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {folder}
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
      </Stack>
    </Group>
  )
}

interface SetUpProps {
  /** The one that is set. */
  readonly folder: string
  readonly onCancel: () => void
  readonly onDone: (words: string) => void
}

/** Asks for the folder, and sets it up. */
function SetUp({ folder: before, onCancel, onDone }: SetUpProps) {
  const { t } = useTranslation(['system', 'common'])
  const [folder, setFolder] = useState(before)
  const setUp = useAction('backups.set_destination', ['backups.destination'])
  const { run, dialog } = useStepUp()
  const refused = setUp.error !== null && !wantsPassword(setUp.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        run(async () => onDone((await setUp.mutateAsync({ folder: folder.trim() })).words))
      }}
    >
      <Stack>
        <Text>{t('destination.set_up_text')}</Text>
        {before !== '' && <Alert color="yellow">{t('destination.again')}</Alert>}
        {refused && <FailureAlert error={setUp.error} />}
        <TextInput
          label={t('destination.folder')}
          description={t('destination.folder_text')}
          required
          maxLength={4096}
          value={folder}
          onChange={(event) => setFolder(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" mih={40} onClick={onCancel}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" mih={40} loading={setUp.isPending}>
            {t('destination.set_up')}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  )
}

/** The words, the one time that they can be seen: to write down, to scan, to print. */
function Words({ words, onClose }: { readonly words: string; readonly onClose: () => void }) {
  const { t } = useTranslation(['system', 'common'])
  return (
    <Stack>
      <Text>{t('destination.words_text')}</Text>
      <Text
        component="p"
        m={0}
        ff="monospace"
        fw={600}
        role="group"
        aria-label={t('destination.words_title')}
      >
        {words}
      </Text>
      <Center>
        <QrCode value={words} title={t('destination.words_qr')} />
      </Center>
      <Alert color="yellow">{t('destination.words_once')}</Alert>
      <Group justify="flex-end">
        <Button variant="default" mih={40} onClick={() => globalThis.print()}>
          {t('destination.print')}
        </Button>
        <Copy value={words} label={t('destination.copy')} />
        <Button mih={40} onClick={onClose}>
          {t('destination.written_down')}
        </Button>
      </Group>
    </Stack>
  )
}
