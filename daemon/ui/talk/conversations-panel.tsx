import {
  ActionIcon,
  Badge,
  Button,
  CloseButton,
  Group,
  ScrollArea,
  Stack,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from '@mantine/core'
import { IconMessages, IconPencil, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { read, useAction } from '../api/operations.ts'
import { useRestriction } from '../api/session.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { FailureAlert, showFailure } from '../parts/feedback.tsx'
import { Loading } from '../parts/loaded.tsx'
import { absolute } from '../parts/moment.tsx'
import classes from './talk-page.module.css'

type Conversation = OutputOf<'conversation.list'>['items'][number]

/** How many are read at once. */
const page = 30
const touched = ['conversation.list', 'conversation.context', 'conversation.history'] as const

interface Props {
  readonly onClose: () => void
  /** Called once one is gone on with. */
  readonly onOpened: () => void
}

/** The conversations that there were: go on with one, name it, delete it. */
export function ConversationsPanel({ onClose, onOpened }: Props) {
  const { t } = useTranslation(['talk', 'common'])
  const list = useInfiniteQuery({
    queryKey: ['conversation.list', 'panel'],
    queryFn: ({ pageParam, signal }) => read('conversation.list', { limit: page, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (_, pages) => {
      const seen = pages.length * page
      return seen < (pages.at(-1)?.total ?? 0) ? seen : undefined
    },
  })
  const open = useAction('conversation.open', touched)
  const items = list.data?.pages.flatMap((one) => one.items) ?? []
  return (
    <section
      className={classes['panel']}
      aria-label={t('conversations')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Group wrap="nowrap" p="md" pb="xs" justify="space-between">
        <Title order={2} size="h4">
          {t('conversations')}
        </Title>
        <CloseButton size={40} aria-label={t('conversations.close')} onClick={onClose} data-autofocus />
      </Group>
      <ScrollArea flex={1} mih={0}>
        {list.error && <FailureAlert error={list.error} retry={() => void list.refetch()} />}
        {list.isLoading && <Loading lines={3} />}
        {list.data && items.length === 0 && <Empty icon={IconMessages} title={t('conversations.none')} />}
        <Stack component="ul" gap={0} className={classes['results'] ?? ''}>
          {items.map((one) => (
            <Listed
              key={one.conversation_uuid}
              conversation={one}
              onOpen={() =>
                open.mutate(
                  { conversation_uuid: one.conversation_uuid },
                  { onSuccess: onOpened, onError: showFailure },
                )
              }
            />
          ))}
        </Stack>
        {list.hasNextPage && (
          <Group justify="center" p="md">
            <Button
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('common:action.more')}
            </Button>
          </Group>
        )}
      </ScrollArea>
    </section>
  )
}

interface ListedProps {
  readonly conversation: Conversation
  readonly onOpen: () => void
}

function Listed({ conversation, onOpen }: ListedProps) {
  const { t, i18n } = useTranslation(['talk', 'common'])
  const { conversation_uuid, title, preview, messages, current, started_at, last_message_at } = conversation
  const [naming, setNaming] = useState(false)
  const remove = useAction('conversation.delete', touched)
  const restriction = useRestriction()
  const name = title ?? preview ?? t('conversations.empty')
  if (naming) return <Naming conversation={conversation} onDone={() => setNaming(false)} />
  return (
    <li className={classes['listed']}>
      <UnstyledButton className={classes['found'] ?? ''} onClick={onOpen}>
        <Group gap="xs" wrap="nowrap">
          <Text fw={600} truncate>
            {name}
          </Text>
          {current && (
            <Badge variant="light" tt="none">
              {t('conversations.current')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {absolute(last_message_at ?? started_at, i18n.language)} ·{' '}
          {t('conversations.messages', { count: messages })}
        </Text>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('conversations.rename', { name })}
        onClick={() => setNaming(true)}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      {!restriction && (
        <Confirm
          title={t('conversations.delete_title')}
          action={t('conversations.delete_now')}
          onConfirm={() => remove.mutate({ conversation_uuid }, { onError: showFailure })}
          target={(ask) => (
            <ActionIcon
              variant="subtle"
              color="red"
              size={40}
              aria-label={t('conversations.delete', { name })}
              onClick={ask}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
        >
          <Text>{t('conversations.delete_text', { name })}</Text>
        </Confirm>
      )}
    </li>
  )
}

interface NamingProps {
  readonly conversation: Conversation
  readonly onDone: () => void
}

function Naming({ conversation: { conversation_uuid, title }, onDone }: NamingProps) {
  const { t } = useTranslation(['talk', 'common'])
  const [text, setText] = useState(title ?? '')
  const rename = useAction('conversation.rename', ['conversation.list'])
  const named = text.trim()
  return (
    <li>
      <form
        className={classes['listed']}
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate(
            { conversation_uuid, ...(named === '' ? {} : { title: named }) },
            { onSuccess: onDone, onError: showFailure },
          )
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      >
        <TextInput
          flex={1}
          aria-label={t('conversations.name')}
          placeholder={t('conversations.name')}
          maxLength={200}
          autoFocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={rename.isPending}>
          {t('common:action.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common:action.cancel')}
        </Button>
      </form>
    </li>
  )
}
