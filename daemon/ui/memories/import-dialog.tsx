import { Button, FileButton, Group, Modal, Progress, Stack, Text, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAgain } from '../api/operations.ts'
import { PasswordField } from '../parts/password-field.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportResult } from './import-result.tsx'
import { memoryQueries } from './queries.ts'
import { useImport } from './use-import.ts'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Takes memories in from a file, step by step: which one, what is in it, and what became of it. */
export function ImportDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('memories')
  const { state, starting, choose, chooseFile, open, start, reset } = useImport()
  const close = () => {
    reset()
    readAgain([...memoryQueries, 'imports.list'])
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={t('import.title')} size="lg" closeOnClickOutside={false}>
      {state.step === 'source' && <ImportSource onChoose={choose} onChooseFile={chooseFile} />}
      {state.step === 'sealed' && (
        <Sealed file={state.file} wrong={state.wrong} onOpen={open} onBack={reset} />
      )}
      {state.step === 'sending' && (
        <Stack>
          <Text role="status">{t('import.sending')}</Text>
          <Progress value={100 * state.share} aria-label={t('import.progress')} animated />
        </Stack>
      )}
      {state.step === 'preview' && (
        <ImportPreview draft={state.draft} starting={starting} onStart={start} onBack={reset} />
      )}
      {state.step === 'started' && <ImportResult import_uuid={state.import_uuid} onClose={close} />}
    </Modal>
  )
}

/** Where memories come from: a file, or what is pasted; below, what came from elsewhere before. */
function ImportSource({
  onChoose,
  onChooseFile,
}: {
  readonly onChoose: ReturnType<typeof useImport>['choose']
  readonly onChooseFile: (file: File) => void
}) {
  const { t } = useTranslation(['memories', 'common'])
  const [pasted, setPasted] = useState('')
  return (
    <Stack>
      <Text>{t('import.lead')}</Text>
      <FileButton
        accept=".json,.jsonl,.ndjson,.af,.csv,.md,.markdown,.txt,.age,application/json,text/csv,text/markdown,text/plain"
        onChange={(file) => file && onChooseFile(file)}
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
        <Button
          variant="default"
          disabled={pasted.trim() === ''}
          onClick={() => onChoose({ text: pasted, name: null })}
        >
          {t('common:action.next')}
        </Button>
      </Group>
      <EarlierImports />
    </Stack>
  )
}

interface SealedProps {
  readonly file: File
  readonly wrong: boolean
  readonly onOpen: (file: File, passphrase: string) => Promise<void>
  readonly onBack: () => void
}

/** Asks for the passphrase of a file that is encrypted. */
function Sealed({ file, wrong, onOpen, onBack }: SealedProps) {
  const { t } = useTranslation(['memories', 'common'])
  const [passphrase, setPassphrase] = useState('')
  const [opening, setOpening] = useState(false)
  const open = async () => {
    setOpening(true)
    await onOpen(file, passphrase)
    setOpening(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
    >
      <Stack>
        <Text>{t('import.sealed')}</Text>
        <PasswordField
          label={t('import.passphrase')}
          autoComplete="off"
          data-autofocus
          value={passphrase}
          error={wrong && !opening && t('import.not_opened')}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" disabled={opening} onClick={onBack}>
            {t('common:action.back')}
          </Button>
          <Button type="submit" disabled={passphrase === ''} loading={opening}>
            {t('import.open')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
