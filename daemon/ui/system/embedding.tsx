import { Stack } from '@mantine/core'
import { EmbeddingModels } from './embedding-models.tsx'
import { MemoryCheck } from './memory-check.tsx'
import { MemoryModel } from './memory-model.tsx'

/** What memories are found with. */
export function Embedding() {
  return (
    <Stack>
      <MemoryModel />
      <EmbeddingModels />
      <MemoryCheck />
    </Stack>
  )
}
