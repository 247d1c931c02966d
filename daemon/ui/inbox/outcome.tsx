import { Badge, Blockquote, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconMessageReply } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '../../client/interaction.ts'
import { beginningOf } from '../parts/beginning.ts'
import { absolute, Moment } from '../parts/moment.tsx'
import { answeredWith } from './answers.ts'
import { canReopen, statusName } from './filter.ts'
import classes from './inbox.module.css'
import type { Whole } from './interaction.ts'
import { deferredUntil } from './timeline.ts'
import { useDismissal } from './use-transition.ts'

const colors: Readonly<Record<string, string>> = {
  answered: 'teal',
  approved: 'teal',
  seen: 'teal',
  rejected: 'orange',
}

interface Props extends Whole {
  /** What is snoozed is to be answered now. */
  readonly onAnswer: () => void
}

/** What became of an interaction. */
export function Outcome({ interaction, events, onAnswer }: Props) {
  const { t, i18n } = useTranslation('inbox')
  const { reopen } = useDismissal(interaction.interaction_id)
  const about = beginningOf(nameOf(interaction))
  const name = statusName(interaction)
  const answer = answeredWith(interaction)
  const last = events.at(-1)
  const back = name === 'deferred' && last ? deferredUntil(last) : null
  return (
    <Stack gap="sm">
      {answer !== null && (
        <Blockquote p="sm" radius="md" className={classes['words'] ?? ''}>
          {answer}
        </Blockquote>
      )}
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Badge variant="dot" color={colors[name] ?? 'gray'} tt="none" size="lg">
            {t(`status.${name}`)}
          </Badge>
          <Text size="sm" c="dimmed">
            {back === null ? (
              <Moment at={interaction.updated_at} />
            ) : (
              `${t('time.back')} ${absolute(back, i18n.language)}`
            )}
          </Text>
        </Group>
        {interaction.status === 'deferred' && (
          <Button
            variant="light"
            leftSection={<IconMessageReply size={18} aria-hidden />}
            h={40}
            aria-label={`${t('answer.early')}: ${about}`}
            onClick={onAnswer}
          >
            {t('answer.early')}
          </Button>
        )}
        {canReopen(interaction) && (
          <Button
            variant="light"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            h={40}
            aria-label={`${t('menu.reopen')}: ${about}`}
            onClick={reopen}
          >
            {t('menu.reopen')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
