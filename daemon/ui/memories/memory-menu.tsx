import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Memory } from './filter.ts'
import { useDesk } from './desk.ts'
import { useMemoryActs } from './use-memory-acts.tsx'

/** What can be done with a memory of one's own. */
export function MemoryMenu({ memory }: { readonly memory: Memory }) {
  const { t } = useTranslation(['memories', 'common'])
  const { edit, showLineage } = useDesk()
  const { forget } = useMemoryActs()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('act.menu')}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(memory)}>
          {t('common:act.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => showLineage(memory)}>
          {t('lineage.open')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => forget([memory])}
        >
          {t('act.forget')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
