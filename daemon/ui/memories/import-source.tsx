import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../parts/failure.tsx'

/** Where memories come from: a file, or what is pasted. */
export function ImportSource({ onText }: { readonly onText: (text: string) => void }) {
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
          {t('common:act.next')}
        </Button>
      </Group>
    </Stack>
  )
}
