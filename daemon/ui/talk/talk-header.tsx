import { ActionIcon, Group, Stack, Text, Title, Tooltip } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Orb } from '../parts/orb.tsx'
import classes from './talk-header.module.css'
import { TalkMenu } from './talk-menu.tsx'
import { Topics } from './topics.tsx'

interface Props {
  readonly name: string
  readonly searching: boolean
  readonly searchButton: React.Ref<HTMLButtonElement>
  readonly onSearch: () => void
  /** Called after a new beginning. */
  readonly onCleared: () => void
}

/** Whom one talks with, how it feels, what about, and what can be done with the whole conversation. */
export function TalkHeader({ name, searching, searchButton, onSearch, onCleared }: Props) {
  const { t } = useTranslation(['talk', 'common', 'emotions'])
  const mood = useOperation('emotion.current')
  return (
    <header className={classes['header']}>
      <Group wrap="nowrap" gap="sm" miw={0}>
        <Orb size={40} {...(mood.data ? { mood: mood.data } : {})} />
        <Stack gap={0} miw={0}>
          <Title order={1} size="h3" lineClamp={1}>
            {name}
          </Title>
          <Text size="sm" c="dimmed" truncate>
            {mood.data && t('common:nav.feels', { emotion: t(`emotions:${mood.data.emotion}`) })}
          </Text>
        </Stack>
      </Group>
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
        <TalkMenu name={name} onCleared={onCleared} />
      </Group>
    </header>
  )
}
