import { Group, Highlight, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { absolute } from '../parts/moment.tsx'
import { excerpt } from './excerpt.ts'
import type { HistoryMessage } from './kept-history.ts'
import classes from './search-panel.module.css'

interface Props {
  readonly message: HistoryMessage
  readonly words: string
  readonly name: string
  readonly onChoose: () => void
}

/** A message in which something was found. */
export function Found({ message: { role, content, created_at }, words, name, onChoose }: Props) {
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
