import { ActionIcon, Badge, Button, Group, Tooltip } from '@mantine/core'
import { IconBrain, IconGhost2, IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readAgain, useAction, useOperation } from '../api/operations.ts'
import { useRestriction } from '../api/session.ts'
import { useChangePreferences } from '../api/use-change-preferences.ts'
import { showFailure } from '../parts/feedback.tsx'
import { CompanionTitle } from './companion-title.tsx'
import classes from './talk-header.module.css'
import { TalkMenu } from './talk-menu.tsx'
import { refreshHistory } from './use-history.ts'

const maxTopics = 4

interface Props {
  readonly name: string
  readonly searching: boolean
  readonly searchButton: React.Ref<HTMLButtonElement>
  readonly onSearch: () => void
  readonly onConversations: () => void
  /** Called after a new beginning. */
  readonly onCleared: () => void
}

/** Whom one talks with, how it feels, what about, and what can be done with the whole conversation. */
export function TalkHeader({ name, searching, searchButton, onSearch, onConversations, onCleared }: Props) {
  const { t } = useTranslation('talk')
  return (
    <header className={classes['header']}>
      <CompanionTitle name={name} />
      <NotRemembering />
      <Temporary onCleared={onCleared} />
      <Topics />
      <Group wrap="nowrap" gap={4} className={classes['acts'] ?? ''}>
        <Tooltip label={t('search.open')}>
          <ActionIcon
            ref={searchButton}
            variant={searching ? 'light' : 'subtle'}
            color="gray"
            size={40}
            onClick={onSearch}
            aria-label={t('search.open')}
            aria-expanded={searching}
          >
            <IconSearch size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <TalkMenu name={name} onConversations={onConversations} onCleared={onCleared} />
      </Group>
    </header>
  )
}

/** Says that nothing of what is told is kept, as long as it is so, and ends that. */
function NotRemembering() {
  const { t } = useTranslation('talk')
  const { data } = useOperation('conversation.context')
  const change = useChangePreferences({
    onSuccess: () => readAgain(['conversation.context']),
    onError: showFailure,
  })
  const restriction = useRestriction()
  if (data?.remembering !== false || restriction) return null
  return (
    <Button
      variant="light"
      color="orange"
      size="compact-sm"
      mih={36}
      leftSection={<IconBrain size={16} aria-hidden />}
      loading={change.isPending}
      onClick={() => change.mutate((held) => ({ ...held, remember: true }))}
    >
      {t('not_remembering')}
    </Button>
  )
}

/** Says that the conversation leaves nothing, and ends it. */
function Temporary({ onCleared }: Pick<Props, 'onCleared'>) {
  const { t } = useTranslation('talk')
  const cache = useQueryClient()
  const { data } = useOperation('conversation.context')
  const clear = useAction('conversation.clear', ['conversation.context', 'conversation.list'])
  if (data?.temporary !== true) return null
  const end = () =>
    clear.mutate(
      {},
      {
        onSuccess: () => {
          void refreshHistory(cache)
          onCleared()
        },
        onError: showFailure,
      },
    )
  return (
    <Button
      variant="light"
      color="grape"
      size="compact-sm"
      mih={36}
      leftSection={<IconGhost2 size={16} aria-hidden />}
      loading={clear.isPending}
      onClick={end}
    >
      {t('temporary')}
    </Button>
  )
}

function Topics() {
  const { t } = useTranslation('talk')
  const topics = useOperation('conversation.context').data?.topics ?? []
  if (topics.length === 0) return null
  return (
    <ul className={classes['topics']} aria-label={t('topics')}>
      {topics.slice(0, maxTopics).map(({ name }) => (
        <li key={name}>
          <Badge variant="default" fw={500} tt="none" size="lg">
            {name}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
