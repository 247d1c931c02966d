import { Box, Stack, Tabs } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRestriction } from '../api/session.ts'
import { Page } from '../parts/page.tsx'
import { WantsPassword } from '../parts/wants-password.tsx'
import { Checkup } from './checkup.tsx'
import { FilterBar } from './filter-bar.tsx'
import { noFilter } from './filter.ts'
import { Forgotten } from './forgotten.tsx'
import { FoundMemories } from './found-memories.tsx'
import { MemoryDialogs } from './memory-dialogs.tsx'
import { PageActions } from './page-actions.tsx'
import { RecentMemories } from './recent-memories.tsx'

const sections = ['all', 'checkup', 'forgotten'] as const

/** Everything that the companion remembers of a member, to look at, set right and forget. */
export function MemoriesPage() {
  const { t } = useTranslation('memories')
  const [section, setSection] = useState<string | null>('all')
  const restriction = useRestriction()
  const content = useRef<HTMLDivElement>(null)
  return (
    <MemoryDialogs refuge={content}>
      <Page title={t('title')} lead={t('lead')} actions={<PageActions />}>
        <Tabs value={section} onChange={setSection} keepMounted={false}>
          <Tabs.List mb="lg">
            {sections.map((name) => (
              <Tabs.Tab key={name} value={name} mih={40}>
                {t(`section.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Box ref={content} tabIndex={-1} style={{ outline: 'none' }}>
            <Tabs.Panel value="all">
              <Browse />
            </Tabs.Panel>
            <Tabs.Panel value="checkup">{restriction ? <WantsPassword /> : <Checkup />}</Tabs.Panel>
            <Tabs.Panel value="forgotten">
              <Forgotten />
            </Tabs.Panel>
          </Box>
        </Tabs>
      </Page>
    </MemoryDialogs>
  )
}

/** All memories, or those that a search and the filters leave. */
function Browse() {
  const [words, setWords] = useState('')
  const [filter, setFilter] = useState(noFilter)
  const [typed] = useDebouncedValue(words.trim(), 200)
  const settled = words.trim() === '' ? '' : typed
  const wanted = useDeferredValue(filter)
  const clear = () => {
    setWords('')
    setFilter(noFilter)
  }
  return (
    <Stack>
      <FilterBar words={words} onWords={setWords} filter={filter} onFilter={setFilter} />
      {settled === '' ? (
        <RecentMemories filter={wanted} onClear={clear} />
      ) : (
        <FoundMemories words={settled} filter={wanted} onClear={clear} />
      )}
    </Stack>
  )
}
