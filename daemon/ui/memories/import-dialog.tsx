import { Button, FileButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../parts/feedback.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportResult } from './import-result.tsx'
import { useImport } from './use-import.ts'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Takes memories in from a file, step by step: which one, what is in it, and what became of it. */
export function ImportDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('memories')
  const { state, choose, start, stop, reset } = useImport()
  const close = () => {
    stop()
    reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={t('import.title')} size="lg" closeOnClickOutside={false}>
      {state.step === 'source' && <ImportSource onText={choose} />}
      {state.step === 'preview' && <ImportPreview content={state.content} onStart={start} onBack={reset} />}
      {state.step === 'storing' && <ImportResult {...state} onStop={stop} onAgain={start} onClose={close} />}
    </Modal>
  )
}

/** Where memories come from: a file, or what is pasted. */
function ImportSource({ onText }: { readonly onText: (text: string) => void }) {
  const { t } = useTranslation(['memories', 'common'])
  const [pasted, setPasted] = useState('')
  return (
    <Stack>
      <Text>{t('import.lead')}</Text>
      <FileButton
        accept=".json,.jsonl,.ndjson,.txt,.md,application/json,text/plain"
        onChange={(file) => void file?.text().then(onText, showFailure)}
      >
        {(props) => (
          <Button {...props} h={48} data-autofocus leftSection={<IconFileUpload size={18} aria-hidden />}>
            {t('import.choose')}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={t('import.paste')}
        placeholder={t('import.paste_example')}
        autosize
        minRows={3}
        maxRows={8}
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" disabled={pasted.trim() === ''} onClick={() => onText(pasted)}>
          {t('common:action.next')}
        </Button>
      </Group>
    </Stack>
  )
}
