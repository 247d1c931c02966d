import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportMemories } from '../../client/memory-file.ts'
import { client, useMember } from '../api/session.ts'
import { download } from '../parts/download.ts'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { useMemoryDialogs } from './dialogs.ts'
import { ImportDialog } from './import-dialog.tsx'

/** What can be done with all memories: add one, take some in, take all out. */
export function PageActions() {
  const { t } = useTranslation(['memories', 'common'])
  const { add } = useMemoryDialogs()
  const [importing, { open, close }] = useDisclosure()
  const { run, share } = useExport()
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
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={run}>
            {t('action.export')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ImportDialog opened={importing} onClose={close} />
    </Group>
  )
}

/** Saves everything that the member remembers as a file; `share`, 0 to 1, is how far that is, null where nothing is saved. */
function useExport(): { run: () => void; share: number | null } {
  const { t } = useTranslation('memories')
  const { family_member_uuid } = useMember()
  const [share, setShare] = useState<number | null>(null)
  const save = async () => {
    setShare(0)
    try {
      const file = await exportMemories(client, family_member_uuid, (read, total) => setShare(read / total))
      download(`companion-memories-${file.exported_at.slice(0, 10)}.json`, JSON.stringify(file, null, 2))
      showDone(t('export.done', { count: file.memories.length }))
    } catch (error) {
      showFailure(error)
    }
    setShare(null)
  }
  return { run: () => void save(), share }
}
