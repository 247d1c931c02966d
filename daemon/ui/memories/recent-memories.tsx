import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconBookmark, IconFilterOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { FailureAlert } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useMemoryDialogs } from './dialogs.ts'
import { type MemoryFilter, partsUsed, wantedOf } from './filter.ts'
import { MemoryCard } from './memory-card.tsx'
import { VirtualList } from './virtual-list.tsx'

/** Memories of one page: each page is read once something of it comes into view. */
const size = 100

interface Props {
  readonly filter: MemoryFilter
  readonly onClear: () => void
}

/** The memories that a filter leaves, pinned ones first, then the newest, however many they are. */
export function RecentMemories({ filter, onClear }: Props) {
  const { t, i18n } = useTranslation('memories')
  const first = usePage(filter, 0)
  return (
    <Loaded of={first}>
      {({ total }) =>
        total === 0 ? (
          <NoMemories filtered={partsUsed(filter) > 0} onClear={onClear} />
        ) : (
          <>
            <Group justify="space-between">
              <Text size="sm" c="dimmed" aria-live="polite">
                {t('count', { count: total, number: total.toLocaleString(i18n.language) })}
              </Text>
            </Group>
            <VirtualList label={t('title')} count={total}>
              {(index) => <Row index={index} filter={filter} />}
            </VirtualList>
          </>
        )
      }
    </Loaded>
  )
}

function usePage(filter: MemoryFilter, page: number) {
  return useOperation(
    'memory.recent',
    { ...wantedOf(filter), limit: size, offset: page * size },
    { keep: page === 0 },
  )
}

function Row({ index, filter }: { readonly index: number; readonly filter: MemoryFilter }) {
  const { data, error, refetch } = usePage(filter, Math.floor(index / size))
  const memory = data?.items[index % size]
  if (memory) return <MemoryCard key={memory.memory_uuid} memory={memory} />
  return error ? (
    <FailureAlert error={error} retry={() => void refetch()} />
  ) : (
    <Skeleton height={94} radius="lg" />
  )
}

function NoMemories({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  const { t } = useTranslation('memories')
  const { add } = useMemoryDialogs()
  if (filtered)
    return (
      <Empty icon={IconFilterOff} title={t('nothing.filtered')}>
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      </Empty>
    )
  return (
    <Empty icon={IconBookmark} title={t('nothing.yet')} text={t('nothing.yet_text')}>
      <Button variant="light" onClick={add}>
        {t('form.add_title')}
      </Button>
    </Empty>
  )
}
