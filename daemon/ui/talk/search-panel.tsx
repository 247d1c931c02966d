import {
  Button,
  CloseButton,
  Group,
  Highlight,
  ScrollArea,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { read } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { FailureAlert } from '../parts/feedback.tsx'
import { Loading } from '../parts/loaded.tsx'
import { absolute } from '../parts/moment.tsx'
import type { HistoryMessage } from './history.ts'
import classes from './talk-page.module.css'
import { excerpt } from '../message/text.ts'

interface Props {
  readonly name: string
  readonly onClose: () => void
  readonly onChoose: (message_uuid: string) => void
}

/** How many are read at once. */
const page = 30

/** Finds words in everything that was said. */
export function SearchPanel({ name, onClose, onChoose }: Props) {
  const { t } = useTranslation(['talk', 'common'])
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 180)
  const results = useInfiniteQuery({
    queryKey: ['conversation.history', 'search', wanted],
    queryFn: ({ pageParam, signal }) =>
      read('conversation.history', { q: wanted, limit: page, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (_, pages) => {
      const seen = pages.length * page
      return seen < (pages.at(-1)?.total ?? 0) ? seen : undefined
    },
    enabled: wanted !== '',
  })
  const items = results.data?.pages.flatMap((one) => one.items) ?? []
  const total = results.data?.pages[0]?.total
  return (
    <section
      className={classes['panel']}
      aria-label={t('search.open')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Group wrap="nowrap" p="md" pb="xs">
        <TextInput
          flex={1}
          size="md"
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          leftSection={<IconSearch size={18} aria-hidden />}
          maxLength={200}
          autoFocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <CloseButton size={40} aria-label={t('search.close')} onClick={onClose} />
      </Group>
      <Text px="md" size="sm" c="dimmed" role="status">
        {wanted !== '' && total !== undefined && total > 0 && t('search.total', { count: total })}
      </Text>
      <ScrollArea flex={1} mih={0}>
        {results.error && <FailureAlert error={results.error} retry={() => void results.refetch()} />}
        {wanted !== '' && results.isLoading && <Loading lines={3} />}
        {wanted === '' && <Empty icon={IconSearch} title={t('search.hint')} />}
        {total === 0 && <Empty icon={IconSearchOff} title={t('search.none', { words: wanted })} />}
        <Stack component="ul" gap={0} className={classes['results'] ?? ''}>
          {items.map((message) => (
            <Found
              key={message.message_uuid}
              message={message}
              words={wanted}
              name={name}
              onChoose={() => onChoose(message.message_uuid)}
            />
          ))}
        </Stack>
        {results.hasNextPage && (
          <Group justify="center" p="md">
            <Button
              variant="default"
              loading={results.isFetchingNextPage}
              onClick={() => void results.fetchNextPage()}
            >
              {t('common:action.more')}
            </Button>
          </Group>
        )}
      </ScrollArea>
    </section>
  )
}

interface FoundProps {
  readonly message: HistoryMessage
  readonly words: string
  readonly name: string
  readonly onChoose: () => void
}

function Found({ message: { role, content, created_at }, words, name, onChoose }: FoundProps) {
  const { t, i18n } = useTranslation('talk')
  return (
    <li>
      <UnstyledButton className={classes['found'] ?? ''} onClick={onChoose}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm" fw={600} truncate>
            {role === 'user' ? t('you') : name}
          </Text>
          <Text size="xs" c="dimmed" className={classes['when'] ?? ''}>
            <time dateTime={created_at}>{absolute(created_at, i18n.language)}</time>
          </Text>
        </Group>
        <Highlight size="sm" highlight={words} className={classes['words'] ?? ''}>
          {excerpt(content, words)}
        </Highlight>
      </UnstyledButton>
    </li>
  )
}
