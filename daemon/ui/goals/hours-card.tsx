import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMoonStars, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pauseEnd } from '../../client/pause-text.ts'
import { useOperation } from '../api/operations.ts'
import type { Preferences } from '../api/preferences.ts'
import { useRestriction } from '../api/session.ts'
import { Loaded } from '../parts/loaded.tsx'
import classes from './goals.module.css'
import { HoursForm } from './hours-form.tsx'
import { type Hours, readHours } from './hours.ts'
import { PauseControl, usePause } from './pause-control.tsx'

/** When and how often the companion may come to the member by itself. */
export function HoursCard() {
  const { t } = useTranslation('goals')
  const profile = useOperation('auth.profile')
  const [changes, { open, close }] = useDisclosure()
  return (
    <Card component="section" aria-labelledby="hours" maw={720} w="100%">
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap">
          <IconMoonStars size={20} stroke={1.7} aria-hidden />
          <Title order={2} size="h5" id="hours">
            {t('hours.title')}
          </Title>
        </Group>
        <Loaded of={profile}>
          {({ preferences }) =>
            changes ? (
              <HoursForm before={readHours(preferences)} onClose={close} />
            ) : (
              <HoursNow preferences={preferences} onChange={open} />
            )
          }
        </Loaded>
      </Stack>
    </Card>
  )
}

interface NowProps {
  readonly preferences: Preferences
  readonly onChange: () => void
}

function HoursNow({ preferences, onChange }: NowProps) {
  const { t } = useTranslation('goals')
  const pause = usePause(preferences)
  const restriction = useRestriction()
  return (
    <Group justify="space-between" wrap="wrap">
      <Stack gap="xs" flex="1 1 240px">
        {pause.until !== null && <PauseInWords until={pause.until} />}
        <HoursInWords hours={readHours(preferences)} />
      </Stack>
      {!restriction && (
        <Group gap="xs">
          <PauseControl {...pause} />
          <Button variant="default" h={40} onClick={onChange}>
            {t('hours.change')}
          </Button>
        </Group>
      )}
    </Group>
  )
}

function PauseInWords({ until }: { readonly until: string }) {
  const { t, i18n } = useTranslation('goals')
  const moment = pauseEnd(until, new Date(), i18n.language)
  return (
    <div>
      <Group gap={6} wrap="nowrap" align="flex-start" className={classes['paused'] ?? ''}>
        <IconPlayerPause size={18} stroke={1.7} aria-hidden />
        <Text size="sm" fw={600}>
          {moment === null ? t('pause.paused_open') : t('pause.paused_until', { moment })}
        </Text>
      </Group>
      <Text size="sm">{t('pause.meanwhile')}</Text>
    </div>
  )
}

function HoursInWords({ hours }: { readonly hours: Hours }) {
  const { t, i18n } = useTranslation('goals')
  const { quiet, from, to, daily_budget: count, suggestions } = hours
  const sentences = [
    quiet ? t('hours.quiet', { from, to }) : t('hours.never_quiet'),
    count === 0 ? t('hours.budget_zero') : t('hours.budget', { count }),
    suggestions ? t('hours.suggests') : t('hours.suggests_not'),
  ]
  return (
    <Stack gap={2}>
      <Text size="sm">{new Intl.ListFormat(i18n.language, { type: 'unit' }).format(sentences)}.</Text>
      <Text size="sm" c="dimmed">
        {t('hours.important')}
      </Text>
    </Stack>
  )
}
