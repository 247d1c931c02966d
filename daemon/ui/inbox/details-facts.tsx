import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { absolute } from '../parts/moment.tsx'
import { answeredWith } from './answers.ts'
import { EntryMarks } from './entry-marks.tsx'
import { statusName } from './folders.ts'
import classes from './inbox.module.css'
import type { Interaction } from '../../client/interaction.ts'

/** What is known of an interaction. */
export function DetailsFacts({ interaction }: { readonly interaction: Interaction }) {
  const { t, i18n } = useTranslation('inbox')
  const answer = answeredWith(interaction)
  const { created_at, expires_at } = interaction
  const facts = [
    [t('details.status'), t(`status.${statusName(interaction)}`)],
    [t('details.asked'), absolute(created_at, i18n.language)],
    ...(expires_at === null ? [] : [[t('details.expires'), absolute(expires_at, i18n.language)]]),
    ...(answer === null ? [] : [[t('answer.label'), answer]]),
  ]
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <EntryMarks interaction={interaction} />
      </Group>
      <dl className={classes['facts']}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="sm" className={classes['words'] ?? ''}>
              {fact}
            </Text>
          </div>
        ))}
      </dl>
    </Stack>
  )
}
