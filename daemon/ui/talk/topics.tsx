import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import classes from './talk-header.module.css'

/** How many topics are shown. */
const shown = 4

/** What the conversation is about just now. */
export function Topics() {
  const { t } = useTranslation('talk')
  const topics = useOperation('conversation.context').data?.topics ?? []
  if (topics.length === 0) return null
  return (
    <ul className={classes['topics']} aria-label={t('topics')}>
      {topics.slice(0, shown).map(({ name }) => (
        <li key={name}>
          <Badge variant="default" fw={500} tt="none" size="lg">
            {name}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
