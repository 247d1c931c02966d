import { Card, Group, Progress, Stack, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { useRestriction } from '../api/session.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Orb } from '../parts/orb.tsx'
import { Page } from '../parts/page.tsx'
import { WantsPassword } from '../parts/wants-password.tsx'
import { MoodOverTime } from './mood-over-time.tsx'
import type { Nature } from './nature.ts'
import { Personality } from './personality.tsx'
import { Why } from './why.tsx'

/** How the companion feels and why, and how it is by nature. */
export function MoodPage() {
  const { t } = useTranslation('mood')
  // What is not saved yet outlives a look at the mood.
  const [draft, setDraft] = useState<Nature | null>(null)
  const restriction = useRestriction()
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Tabs defaultValue="mood" keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="mood" mih={40}>
            {t('section.mood')}
          </Tabs.Tab>
          <Tabs.Tab value="personality" mih={40}>
            {t('section.personality')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mood">
          <Stack gap="xl">
            <MoodNow />
            <Why />
            <MoodOverTime />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="personality">
          {restriction ? <WantsPassword /> : <Personality draft={draft} onDraft={setDraft} />}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

/** How strong a feeling is in words, by its intensity from 0 to 1. */
const strengthOf = (intensity: number) =>
  intensity < 0.15 ? 'strength.barely' : intensity < 0.4 ? 'strength.somewhat' : 'strength.strongly'

function MoodNow() {
  const { t } = useTranslation(['mood', 'emotions'])
  const mood = useOperation('emotion.current')
  const name = useOperation('personality.current').data?.companion_name
  return (
    <Loaded of={mood}>
      {(state) => (
        <Card padding="xl">
          <Group gap="xl" wrap="nowrap">
            <Orb size={104} mood={state} />
            <Stack gap={6} flex={1} miw={0} aria-live="polite">
              <Text c="dimmed">{name ? t('now.of', { name }) : t('now.title')}</Text>
              <Text fz="1.9rem" fw={650} lh={1.15} style={{ overflowWrap: 'anywhere' }}>
                {t(`emotions:${state.emotion}`)}
              </Text>
              <Text size="sm" c="dimmed">
                {t(strengthOf(state.intensity))}
              </Text>
              <Progress value={state.intensity * 100} size="sm" maw={260} aria-label={t('now.intensity')} />
            </Stack>
          </Group>
        </Card>
      )}
    </Loaded>
  )
}
