import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportAll, type ExportFormat } from '../../client/import-file.ts'
import { readAgain } from '../api/operations.ts'
import { client, useRestriction } from '../api/session.ts'
import { download } from '../parts/download.ts'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { useMemoryDialogs } from './dialogs.ts'
import { ImportDialog } from './import-dialog.tsx'

/** What can be done with all memories: add one, take some in, take all out. */
export function PageActions() {
  const { t } = useTranslation(['memories', 'common'])
  const { add } = useMemoryDialogs()
  const [importing, { open, close }] = useDisclosure(false, { onOpen: () => readAgain(['imports.list']) })
  const { run, share } = useExport()
  const restriction = useRestriction()
  return (
    <Group gap="xs" wrap="nowrap">
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add} h={40}>
        {t('common:action.add')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={40} aria-label={t('action.more')} loading={share !== null}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={open}>
            {t('action.import')}
          </Menu.Item>
          {(restriction ? [] : (['jsonl', 'markdown'] as const)).map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => run(format)}
            >
              {t(`action.export_${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ImportDialog opened={importing} onClose={close} />
    </Group>
  )
}

const endings = { jsonl: 'jsonl', markdown: 'md' } as const

/** Saves everything that the member remembers as a file; `share`, 0 to 1, is how far that is, null where nothing is saved. */
function useExport(): { run: (format: ExportFormat) => void; share: number | null } {
  const { t } = useTranslation('memories')
  const [share, setShare] = useState<number | null>(null)
  const save = async (format: ExportFormat) => {
    setShare(0)
    try {
      const progress = (read: number, total: number) => setShare(total === 0 ? 1 : read / total)
      const { text, memories } = await exportAll(client, format, progress)
      const day = new Date().toISOString().slice(0, 10)
      download(`companion-memories-${day}.${endings[format]}`, text)
      showDone(t('export.done', { count: memories }))
    } catch (error) {
      showFailure(error)
    }
    setShare(null)
  }
  return { run: (format) => void save(format), share }
}
