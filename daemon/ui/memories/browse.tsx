import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useDeferredValue, useState } from 'react'
import { FilterBar } from './filter-bar.tsx'
import { noFilter } from './filter.ts'
import { FoundMemories } from './found-memories.tsx'
import { RecentMemories } from './recent-memories.tsx'

/** All memories, or those that a search and the filters leave. */
export function Browse() {
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
