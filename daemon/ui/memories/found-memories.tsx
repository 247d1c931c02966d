import { Button, Text } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { type MemoryFilter, wantedOf } from './filter.ts'
import { MemoryCard } from './memory-card.tsx'
import { reasonsOf } from './reasons.ts'
import { VirtualList } from './virtual-list.tsx'

/** Who searches looks at the best, not at all. */
const limit = 50

interface Props {
  readonly words: string
  readonly filter: MemoryFilter
  readonly onClear: () => void
}

/** Says how many there are, or that they are the best of more, or that none of them fits well. */
function foundKey(count: number, confident: boolean): 'found' | 'found_best' | 'found_unsure' {
  if (!confident) return 'found_unsure'
  return count < limit ? 'found' : 'found_best'
}

/** The memories that fit some words best, with why they do. */
export function FoundMemories({ words, filter, onClear }: Props) {
  const { t } = useTranslation('memories')
  const results = useOperation('memory.search', { q: words, limit, ...wantedOf(filter) }, { keep: true })
  return (
    <Loaded of={results}>
      {({ items, confident }) =>
        items.length === 0 ? (
          <Empty icon={IconSearchOff} title={t('nothing.found')} text={t('nothing.found_text')}>
            <Button variant="default" onClick={onClear}>
              {t('search.clear')}
            </Button>
          </Empty>
        ) : (
          <>
            <Text size="sm" c="dimmed" aria-live="polite">
              {t(foundKey(items.length, confident), { count: items.length })}
            </Text>
            <VirtualList label={t('search.results')} count={items.length}>
              {(index) => {
                const one = items[index]
                if (!one) return null
                return (
                  <MemoryCard key={one.memory.memory_uuid} memory={one.memory} reasons={reasonsOf(one.why)} />
                )
              }}
            </VirtualList>
          </>
        )
      }
    </Loaded>
  )
}
