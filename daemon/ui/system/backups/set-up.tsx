import { Alert, Button, Center, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../api/operations.ts'
import { Copy, QrCode } from '../../parts/code.tsx'
import { FailureAlert } from '../../parts/feedback.tsx'
import { useStepUp, wantsPassword } from '../../parts/step-up.tsx'

interface SetUpProps {
  /** The one that is set. */
  readonly folder: string
  readonly onCancel: () => void
  readonly onDone: (words: string) => void
}

/** Asks for the folder, and sets it up. */
export function SetUp({ folder: before, onCancel, onDone }: SetUpProps) {
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
export function Words({ words, onClose }: { readonly words: string; readonly onClose: () => void }) {
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
