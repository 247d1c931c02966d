import { useDisclosure } from '@mantine/hooks'
import { Card, Group, Spoiler, Stack, Text, ThemeIcon, Title, Tooltip } from '@mantine/core'
import {
  IconBell,
  IconHelp,
  IconHourglass,
  IconListDetails,
  IconMessages,
  IconThumbUp,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '../../client/interaction.ts'
import { useMember } from '../api/session.ts'
import { absolute, Moment } from '../parts/moment.tsx'
import { useCompanionName } from '../parts/use-companion-name.ts'
import { AnswerControl } from './answer-control.tsx'
import { EntryMarks } from './entry-marks.tsx'
import { EntryMenu } from './entry-menu.tsx'
import classes from './inbox.module.css'
import type { InteractionType, Whole } from './interaction.ts'
import { Outcome } from './outcome.tsx'
import { SnoozeMenu } from './snooze-menu.tsx'
import { isShort, tickOf, timeLeftText } from './time-left-text.ts'
import { askersIn, whoIs } from './timeline.ts'

const typeIcons = {
  question: IconHelp,
  choice: IconListDetails,
  dialogue: IconMessages,
  approval: IconThumbUp,
  ack: IconBell,
}

interface Props extends Whole {
  readonly onDetails: () => void
  /** The level of its heading. */
  readonly order?: 1 | 2
}

/** One interaction: what it asks, and what can be done about it. */
export function InteractionCard({ interaction, events, onDetails, order = 2 }: Props) {
  const { t } = useTranslation(['inbox', 'common'])
  const id = `inbox-${interaction.interaction_id}`
  const waits = interaction.status === 'pending'
  const open = waits || interaction.status === 'deferred'
  const [early, { open: answerEarly }] = useDisclosure()
  const control = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (early) control.current?.querySelector<HTMLElement>('textarea, input, button')?.focus()
  }, [early])
  return (
    <Card
      component="article"
      className={classes['card'] ?? ''}
      data-severity={waits ? interaction.severity : undefined}
      aria-labelledby={id}
    >
      <Stack gap="sm">
        <EntryHead interaction={interaction} events={events} onDetails={onDetails} />
        <Stack gap={4}>
          <Title order={order} id={id} className={classes['name'] ?? ''}>
            {nameOf(interaction)}
          </Title>
          {interaction.title !== null && (
            <Spoiler maxHeight={160} showLabel={t('common:action.more')} hideLabel={t('common:action.close')}>
              <Text className={classes['words'] ?? ''}>{interaction.prompt}</Text>
            </Spoiler>
          )}
        </Stack>
        {open && (
          <Group gap="xs">
            <EntryMarks interaction={interaction} />
            {interaction.expires_at !== null && <TimeLeft until={interaction.expires_at} />}
          </Group>
        )}
        {waits || (open && early) ? (
          <div ref={control}>
            <AnswerControl interaction={interaction} />
          </div>
        ) : (
          <Outcome interaction={interaction} events={events} onAnswer={answerEarly} />
        )}
      </Stack>
    </Card>
  )
}

/** Who asks, since when, and what else can be done about it. */
function EntryHead({ interaction, events, onDetails }: Whole & { readonly onDetails: () => void }) {
  const { t } = useTranslation('inbox')
  const asker = useAsker({ interaction, events })
  const waits = interaction.status === 'pending'
  return (
    <Group wrap="nowrap" gap="sm" justify="space-between" align="flex-start">
      <Group wrap="nowrap" gap="sm" miw={0}>
        <TypeIcon type={interaction.interaction_type} />
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600}>
            {t(`type.${interaction.interaction_type}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {asker} · <Moment at={interaction.created_at} />
          </Text>
        </Stack>
      </Group>
      <Group wrap="nowrap" gap={4}>
        {waits && <SnoozeMenu interaction={interaction} />}
        <EntryMenu interaction={interaction} onDetails={onDetails} />
      </Group>
    </Group>
  )
}

function TypeIcon({ type }: { readonly type: InteractionType }) {
  const Sign = typeIcons[type]
  return (
    <ThemeIcon variant="light" size="lg" radius="xl">
      <Sign size={18} stroke={1.7} aria-hidden />
    </ThemeIcon>
  )
}

function useAsker({ interaction, events }: Whole): string {
  const { t } = useTranslation('inbox')
  const { family_member_uuid } = useMember()
  const companion = useCompanionName()
  const { actor = 'system:companion', via = null } = events[0] ?? {}
  const { kind, name } = whoIs(actor, family_member_uuid, askersIn(events))
  const notice = interaction.interaction_type === 'ack'
  if (kind === 'clock' || kind === 'companion') {
    return t(notice ? 'asker.tells' : 'asker.companion', { name: companion })
  }
  if (via === null && (kind === 'self' || kind === 'admin')) return t(`asker.${kind}`)
  // A program of one's own goes by its name alone.
  const program = kind === 'member' ? t('asker.of', { program: via, name }) : via
  return t(notice ? 'asker.notifies' : 'asker.program', { name: via === null ? name : program })
}

/** Counts down to a moment (ISO 8601). */
function TimeLeft({ until }: { readonly until: string }) {
  const { t, i18n } = useTranslation('inbox')
  const [now, setNow] = useState(Date.now)
  const left = Date.parse(until) - now
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, tickOf(left)))
    return () => clearTimeout(timer)
  }, [left])
  const short = isShort(left)
  return (
    <Tooltip label={absolute(until, i18n.language)}>
      <Group
        gap={4}
        wrap="nowrap"
        role="timer"
        aria-live="off"
        {...(short ? { c: 'var(--mantine-color-red-light-color)' } : {})}
      >
        <IconHourglass size={16} stroke={1.7} aria-hidden />
        <Text size="sm" fw={short ? 650 : 400} className={classes['time'] ?? ''}>
          {left > 0 ? t('time.left', { time: timeLeftText(left, i18n.language) }) : t('time.none')}
        </Text>
      </Group>
    </Tooltip>
  )
}
