import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ImportPreview } from './import-preview.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportSource } from './import-source.tsx'
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
