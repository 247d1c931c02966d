import { Badge, Stack, Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { useMember } from '../api/session.ts'
import { Page } from '../parts/page.tsx'
import { DetailsDrawer } from './details-drawer.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type Folder, folderNames, folders, noFilter } from './filter.ts'
import { FolderList } from './folder-list.tsx'
import classes from './inbox.module.css'
import { isOneOf } from './interaction.ts'
import { TryIt } from './try-it.tsx'

/** What the companion wants to know: questions to answer, things to decide and to have seen. */
export function InboxPage() {
  const { t } = useTranslation('inbox')
  const { roles } = useMember()
  const [folder, setFolder] = useState<Folder>('waiting')
  const [filter, setFilter] = useState(noFilter)
  const [detailed, setDetailed] = useState<string | null>(null)
  return (
    <Page title={t('title')} lead={t('lead')} actions={roles.includes('admin') && <TryIt />}>
      <Tabs
        value={folder}
        onChange={(name) => name && isOneOf(folderNames, name) && setFolder(name)}
        keepMounted={false}
      >
        <Tabs.List mb="md" className={classes['tabs'] ?? ''} aria-label={t('folder.label')}>
          {folderNames.map((name) => (
            <Tabs.Tab key={name} value={name} py="sm" rightSection={<Count folder={name} />}>
              {t(`folder.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {folderNames.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <Stack>
              <FilterBar filter={filter} onChange={setFilter} />
              <FolderList
                key={JSON.stringify(filter)}
                folder={name}
                filter={filter}
                onClearFilter={() => setFilter(noFilter)}
                onDetails={setDetailed}
              />
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
      <DetailsDrawer interaction_id={detailed} onClose={() => setDetailed(null)} />
    </Page>
  )
}

function Count({ folder }: { readonly folder: Folder }) {
  const { t } = useTranslation('inbox')
  const { data } = useOperation('interactions.list', { status: [...folders[folder]], limit: 1 })
  if (!data) return null
  const waits = folder === 'waiting' && data.total > 0
  return (
    <Badge
      variant={waits ? 'filled' : 'default'}
      size="sm"
      aria-label={t('folder.count', { count: data.total })}
    >
      {data.total}
    </Badge>
  )
}
