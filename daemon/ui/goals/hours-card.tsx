import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMoonStars } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Reading } from '../parts/reading.tsx'
import { HoursForm } from './hours-form.tsx'
import { type Hours, readHours } from './hours.ts'

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
        <Reading of={profile}>
          {({ preferences }) =>
            changes ? (
              <HoursForm before={readHours(preferences)} onClose={close} />
            ) : (
              <Group justify="space-between" wrap="wrap">
                <HoursInWords hours={readHours(preferences)} />
                <Button variant="default" h={40} onClick={open}>
                  {t('hours.change')}
                </Button>
              </Group>
            )
          }
        </Reading>
      </Stack>
    </Card>
  )
}

function HoursInWords({ hours }: { readonly hours: Hours }) {
  const { t, i18n } = useTranslation('goals')
  const { quiet, from, to, daily_budget: count, suggestions } = hours
  const said = [
    quiet ? t('hours.quiet', { from, to }) : t('hours.never_quiet'),
    count === 0 ? t('hours.budget_zero') : t('hours.budget', { count }),
    suggestions ? t('hours.suggests') : t('hours.suggests_not'),
  ]
  return (
    <Stack gap={2} flex="1 1 240px">
      <Text size="sm">{new Intl.ListFormat(i18n.language, { type: 'unit' }).format(said)}.</Text>
      <Text size="sm" c="dimmed">
        {t('hours.important')}
      </Text>
    </Stack>
  )
}
