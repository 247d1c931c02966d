import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ImportDialog } from './import-dialog.tsx'
import { useDesk } from './desk.ts'
import { useExport } from './use-export.ts'

/** What can be done with all memories: add one, take some in, take all out. */
export function PageActions() {
  const { t } = useTranslation(['memories', 'common'])
  const { add } = useDesk()
  const [importing, { open, close }] = useDisclosure()
  const { run, share } = useExport()
  return (
    <Group gap="xs" wrap="nowrap">
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add} h={40}>
        {t('common:act.add')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={40} aria-label={t('act.more')} loading={share !== null}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={open}>
            {t('act.import')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={run}>
            {t('act.export')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ImportDialog opened={importing} onClose={close} />
    </Group>
  )
}
