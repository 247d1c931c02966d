import { Stack, Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../parts/page.tsx'
import { MoodNow } from './mood-now.tsx'
import { MoodOverTime } from './mood-over-time.tsx'
import type { Nature } from './nature.ts'
import { Personality } from './personality.tsx'
import { Why } from './why.tsx'

/** How the companion feels and why, and how it is by nature. */
export function MoodPage() {
  const { t } = useTranslation('mood')
  // What is not saved yet outlives a look at the mood.
  const [draft, setDraft] = useState<Nature | null>(null)
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
          <Personality draft={draft} onDraft={setDraft} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
