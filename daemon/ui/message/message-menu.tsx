import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconCopy, IconDots, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { useRestriction } from '../api/session.ts'
import { beginningOf } from '../parts/beginning.ts'
import { Confirm } from '../parts/confirm.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { secondOf } from './day.ts'
import type { HistoryMessage } from '../talk/history.ts'
import { refreshHistory } from '../talk/use-history.ts'

interface Props {
  readonly message: HistoryMessage
  /** Says it anew in other words; none where it is not the newest that the member has said. */
  readonly onEdit?: (() => void) | undefined
  /** Asks for another reply; none where it does not answer that. */
  readonly onAgain?: (() => void) | undefined
}

/** What can be done with one message: copy it, say it anew, have it answered anew, delete it. */
export function MessageMenu({
  message: { message_uuid, role, content, created_at },
  onEdit,
  onAgain,
}: Props) {
  const { t, i18n } = useTranslation('talk')
  const cache = useQueryClient()
  const restriction = useRestriction()
  const remove = useAction('conversation.delete_message', ['conversation.context', 'conversation.list'])
  const copy = () =>
    navigator.clipboard.writeText(content).then(() => showDone(t('message.copied')), showFailure)
  const deleteIt = () =>
    remove.mutate({ message_uuid }, { onSuccess: () => void refreshHistory(cache), onError: showFailure })
  return (
    <Confirm
      title={t('message.delete_title')}
      action={t('message.delete')}
      onConfirm={deleteIt}
      target={(ask) => (
        <Menu position="bottom-end" width={210}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('message.menu', {
                words: beginningOf(content),
                time: secondOf(created_at, i18n.language),
              })}
            >
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
              {t('message.copy')}
            </Menu.Item>
            {onEdit && (
              <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
                {t('message.edit')}
              </Menu.Item>
            )}
            {onAgain && (
              <Menu.Item leftSection={<IconRefresh size={18} aria-hidden />} onClick={onAgain}>
                {t('message.again')}
              </Menu.Item>
            )}
            {!restriction && (
              <Menu.Item color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={ask}>
                {t('message.delete')} …
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    >
      <Text>{t(role === 'user' ? 'message.delete_own' : 'message.delete_reply')}</Text>
    </Confirm>
  )
}
