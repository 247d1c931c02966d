import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDotsVertical, IconMessagePlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { Confirm } from '../parts/confirm.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { refreshHistory } from './use-history.ts'

interface Props {
  readonly name: string
  /** Called after a new beginning. */
  readonly onCleared: () => void
}

/** What can be done with the whole conversation: begin anew, delete it. */
export function TalkMenu({ name, onCleared }: Props) {
  const { t } = useTranslation('talk')
  const cache = useQueryClient()
  const clear = useAction('conversation.clear', ['conversation.context'])
  const begin = async (delete_history: boolean) => {
    try {
      await clear.mutateAsync(delete_history ? { delete_history } : {})
      await refreshHistory(cache)
      showDone(t(delete_history ? 'menu.deleted' : 'menu.begun'))
      onCleared()
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Confirm
      title={t('menu.delete_title')}
      action={t('menu.delete')}
      onConfirm={() => void begin(true)}
      target={(ask) => (
        <Menu position="bottom-end" width={250}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('menu.open')}>
              <IconDotsVertical size={20} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconMessagePlus size={18} aria-hidden />}
              onClick={() => void begin(false)}
            >
              {t('menu.begin')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={ask}>
              {t('menu.delete')} …
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    >
      <Text>{t('menu.delete_text', { name })}</Text>
    </Confirm>
  )
}
