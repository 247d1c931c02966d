import { Anchor, Input, Select, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import type { Preferences } from '../api/preferences.ts'
import { useChangePreferences } from '../api/use-change-preferences.ts'
import { showFailure } from '../parts/feedback.tsx'
import { LanguageChoice } from '../parts/language-choice.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SchemeChoice } from '../parts/scheme-choice.tsx'
import { Section } from '../parts/section.tsx'
import { NoticesSwitch } from './notices-switch.tsx'
import { changed, remembers, timeIn, timeZones, zoneOf } from './preference-values.ts'

/** How the companion and this browser should be. */
export function PreferencesSection() {
  const { t } = useTranslation(['me', 'common'])
  const { reading, change } = usePreferences()
  return (
    <Section title={t('preferences.title')}>
      <Loaded of={reading}>
        {(preferences) => (
          <Stack gap="lg">
            <Switch
              label={t('preferences.remember')}
              description={t('preferences.remember_text')}
              checked={remembers(preferences)}
              onChange={({ currentTarget }) => change({ remember: currentTarget.checked })}
            />
            <TimeZoneChoice
              value={zoneOf(preferences)}
              onChange={(zone) => change({ time_zone: zone ?? undefined })}
            />
          </Stack>
        )}
      </Loaded>
      <Text size="sm">
        {t('preferences.quiet')}{' '}
        <Anchor component={Link} to="/goals" underline="always">
          {t('preferences.quiet_link')}
        </Anchor>
      </Text>
      <NoticesSwitch />
      <Choice label={t('common:language.label')}>
        <LanguageChoice />
      </Choice>
      <Choice label={t('common:scheme.label')}>
        <SchemeChoice />
      </Choice>
      <Text size="sm" c="dimmed">
        {t('preferences.browser')}
      </Text>
    </Section>
  )
}

function Choice({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <Stack gap={4} maw={420}>
      <Input.Label component="span">{label}</Input.Label>
      {children}
    </Stack>
  )
}

interface Props {
  /** An IANA name; null for that of the companion's machine. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Where the member is, as far as the clock goes. */
function TimeZoneChoice({ value, onChange }: Props) {
  const { t, i18n } = useTranslation('me')
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const time = value === null ? '' : timeIn(value, new Date(), i18n.language)
  return (
    <Select
      label={t('preferences.zone')}
      description={time === '' ? t('preferences.zone_text') : t('preferences.zone_time', { time })}
      placeholder={t('preferences.zone_none')}
      data={timeZones(own, Intl.supportedValuesOf('timeZone'))}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('preferences.zone_clear') }}
      limit={60}
      nothingFoundMessage={t('preferences.zone_unknown')}
      maw={420}
    />
  )
}

function usePreferences() {
  const profile = useOperation('auth.profile')
  const changing = useChangePreferences({ onError: showFailure })
  const held = profile.data?.preferences
  // Shown as wanted while it is on its way.
  const wanted = held && changing.isPending ? changing.variables(held) : held
  const change = (some: Preferences) => changing.mutate((before) => changed(before, some))
  return { reading: { ...profile, data: wanted }, change }
}
