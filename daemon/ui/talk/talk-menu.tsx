import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDotsVertical, IconGhost2, IconMessagePlus, IconMessages, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { useRestriction } from '../api/session.ts'
import { Confirm } from '../parts/confirm.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { refreshHistory } from './use-history.ts'

interface Props {
  readonly name: string
  readonly onConversations: () => void
  /** Called after a new beginning. */
  readonly onCleared: () => void
}

/** What can be done with the whole conversation: begin anew, go back to an earlier one, delete all. */
export function TalkMenu({ name, onConversations, onCleared }: Props) {
  const { t } = useTranslation('talk')
  const cache = useQueryClient()
  const restriction = useRestriction()
  const clear = useAction('conversation.clear', ['conversation.context', 'conversation.list'])
  const begin = async (
    input: { delete_history?: true; temporary?: true },
    done: 'menu.deleted' | 'menu.begun' | 'menu.begun_temporary',
  ) => {
    try {
      await clear.mutateAsync(input)
      await refreshHistory(cache)
      showDone(t(done))
      onCleared()
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Confirm
      title={t('menu.delete_title')}
      action={t('menu.delete')}
      onConfirm={() => void begin({ delete_history: true }, 'menu.deleted')}
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
              onClick={() => void begin({}, 'menu.begun')}
            >
              {t('menu.begin')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconGhost2 size={18} aria-hidden />}
              onClick={() => void begin({ temporary: true }, 'menu.begun_temporary')}
            >
              {t('menu.temporary')}
            </Menu.Item>
            <Menu.Item leftSection={<IconMessages size={18} aria-hidden />} onClick={onConversations}>
              {t('conversations')}
            </Menu.Item>
            {!restriction && (
              <Menu.Item color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={ask}>
                {t('menu.delete')} …
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    >
      <Text>{t('menu.delete_text', { name })}</Text>
    </Confirm>
  )
}
