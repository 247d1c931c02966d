import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportArchive } from '../../client/import-file.ts'
import { client } from '../api/session.ts'
import { download } from '../parts/download.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { Section } from '../parts/section.tsx'
import { archiveNameOf, sizeOf } from './export-file.ts'

/** As the command line has it. */
const shortestPassphrase = 12

/** Everything of the member as a file that can be brought back, encrypted where a passphrase is given. */
export function ExportArchive() {
  const { t, i18n } = useTranslation(['me', 'common'])
  const { state, start, stop } = useArchive()
  const [[passphrase, again], setPassphrases] = useState(['', ''])
  const tooShort = passphrase !== '' && passphrase.length < shortestPassphrase
  const differs = again !== '' && again !== passphrase
  const reading = state.state === 'reading'
  return (
    <Section title={t('archive.title')} lead={t('archive.lead')}>
      {state.state === 'failed' && <FailureAlert error={state.error} />}
      {reading && (
        <Progress
          value={100 * state.share}
          aria-label={t('archive.progress')}
          transitionDuration={150}
          maw={420}
        />
      )}
      <Text role="status" size="sm" hidden={state.state !== 'done'}>
        {state.state === 'done' &&
          t('archive.done', { name: state.name, size: sizeOf(state.bytes, i18n.language) })}
      </Text>
      <Stack maw={420}>
        <PasswordField
          label={t('archive.passphrase')}
          description={t('archive.passphrase_text')}
          required={false}
          autoComplete="new-password"
          value={passphrase}
          error={tooShort && t('archive.too_short')}
          onChange={(event) => setPassphrases([event.currentTarget.value, again])}
        />
        {passphrase !== '' && (
          <PasswordField
            label={t('archive.again')}
            autoComplete="new-password"
            value={again}
            error={differs && t('archive.differs')}
            onChange={(event) => setPassphrases([passphrase, event.currentTarget.value])}
          />
        )}
      </Stack>
      <Group>
        {reading ? (
          <Button variant="default" mih={40} onClick={stop}>
            {t('common:action.cancel')}
          </Button>
        ) : (
          <Button
            mih={40}
            leftSection={<IconFileZip size={18} aria-hidden />}
            disabled={tooShort || passphrase !== again}
            onClick={() => void start(passphrase)}
          >
            {t('archive.start')}
          </Button>
        )}
      </Group>
    </Section>
  )
}

type ArchiveState =
  | { readonly state: 'idle' }
  /** `share`, 0 to 1, of it is read. */
  | { readonly state: 'reading'; readonly share: number }
  | { readonly state: 'done'; readonly name: string; readonly bytes: number }
  | { readonly state: 'failed'; readonly error: unknown }

/** Reads the archive part by part, until that is done or not wanted any more. */
function useArchive() {
  const [state, setState] = useState<ArchiveState>({ state: 'idle' })
  const current = useRef(new AbortController())
  const start = async (passphrase: string) => {
    current.current.abort()
    current.current = new AbortController()
    const { signal } = current.current
    const show = (next: ArchiveState) => {
      if (!signal.aborted) setState(next)
    }
    show({ state: 'reading', share: 0 })
    try {
      const progress = (read: number, total: number) => show({ state: 'reading', share: read / total })
      const { text } = await exportArchive(client, progress, signal)
      const content = passphrase === '' ? new TextEncoder().encode(text) : await sealed(text, passphrase)
      if (signal.aborted) return
      const name = archiveNameOf(text, passphrase !== '')
      download(name, content)
      show({ state: 'done', name, bytes: content.length })
    } catch (error) {
      show({ state: 'failed', error })
    }
  }
  const stop = () => {
    current.current.abort()
    setState({ state: 'idle' })
  }
  useEffect(() => () => current.current.abort(), [])
  return { state, start, stop }
}

/** Loads what encrypts only where that is wanted. */
async function sealed(text: string, passphrase: string): Promise<Uint8Array<ArrayBuffer>> {
  const { sealFile } = await import('../../client/sealed-file.ts')
  return sealFile(text, passphrase)
}
