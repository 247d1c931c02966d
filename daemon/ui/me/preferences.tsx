import { Anchor, Input, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LanguageChoice } from '../parts/language-choice.tsx'
import { Reading } from '../parts/reading.tsx'
import { SchemeChoice } from '../parts/scheme-choice.tsx'
import { remembers, zoneOf } from './preference-values.ts'
import { Section } from './section.tsx'
import { TimeZoneChoice } from './time-zone-choice.tsx'
import { usePreferences } from './use-preferences.ts'

/** How the companion and this browser should be. */
export function Preferences() {
  const { t } = useTranslation(['me', 'common'])
  const { reading, change } = usePreferences()
  return (
    <Section title={t('preferences.title')}>
      <Reading of={reading}>
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
      </Reading>
      <Text size="sm">
        {t('preferences.quiet')}{' '}
        <Anchor component={Link} to="/goals" underline="always">
          {t('preferences.quiet_link')}
        </Anchor>
      </Text>
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
