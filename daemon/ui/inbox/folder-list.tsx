import { Button, Pagination, Stack } from '@mantine/core'
import { IconCircleCheck, IconClockPause, IconFilterOff, IconInbox } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { pageCount, pageWithin } from '../parts/pages.ts'
import { EntryCard } from './entry-card.tsx'
import { type Filter, type Folder, folders, inputOf } from './filter.ts'
import classes from './inbox.module.css'
import { useFocusKept } from './use-focus-kept.ts'

const pageSize = 20

interface Props {
  readonly folder: Folder
  readonly filter: Filter
  readonly onClearFilter: () => void
  readonly onDetails: (interaction_id: string) => void
}

/** What is in a folder, page by page; what waits, the most important first. */
export function FolderList({ folder, filter, onClearFilter, onDetails }: Props) {
  const { t } = useTranslation('inbox')
  const [wanted, setWanted] = useState(1)
  const input = {
    status: [...folders[folder]],
    ...inputOf(filter),
    limit: pageSize,
    sort: 'severity' as const,
  }
  const list = useOperation(
    'interactions.list',
    { ...input, offset: (wanted - 1) * pageSize },
    { keep: true },
  )
  const entries = list.data?.items.filter(({ status }) =>
    (folders[folder] as readonly string[]).includes(status),
  )
  const focus = useFocusKept(entries?.map(({ interaction_id }) => interaction_id) ?? [])
  const page = pageWithin(wanted, list.data?.total ?? wanted * pageSize, pageSize)
  // What was on the last page may be done by now.
  if (page !== wanted) setWanted(page)
  return (
    <Loaded of={list}>
      {({ total }) => (
        <Stack>
          <ul className={classes['list']} {...focus} tabIndex={-1} aria-label={t(`folder.${folder}`)}>
            {entries?.map((entry) => (
              <li key={entry.interaction_id} data-entry={entry.interaction_id} tabIndex={-1}>
                <EntryCard entry={entry} onDetails={() => onDetails(entry.interaction_id)} />
              </li>
            ))}
          </ul>
          {total === 0 && <Nothing folder={folder} filter={filter} onClearFilter={onClearFilter} />}
          {total > pageSize && (
            <Pagination
              value={page}
              onChange={setWanted}
              total={pageCount(total, pageSize)}
              mx="auto"
              aria-label={t('page.label')}
              getItemProps={(number) => ({ 'aria-label': t('page.number', { number }) })}
              getControlProps={(control) => ({
                'aria-label': control === 'previous' ? t('page.previous') : t('page.next'),
              })}
            />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

const pictures = { waiting: IconInbox, snoozed: IconClockPause, over: IconCircleCheck }

function Nothing({ folder, filter, onClearFilter }: Omit<Props, 'onDetails'>) {
  const { t } = useTranslation('inbox')
  const filtered = filter.type !== null || filter.category !== null
  if (!filtered)
    return <Empty icon={pictures[folder]} title={t(`empty.${folder}`)} text={t(`empty.${folder}_text`)} />
  return (
    <Empty icon={IconFilterOff} title={t('empty.filtered')} text={t('empty.filtered_text')}>
      <Button variant="default" onClick={onClearFilter}>
        {t('filter.clear')}
      </Button>
    </Empty>
  )
}
