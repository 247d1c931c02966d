import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Memory } from './filter.ts'
import { MemoryMarks } from './memory-marks.tsx'
import { MemoryText } from './memory-text.tsx'

/** A memory that somebody else of the household has shared: it can only be read. */
export function OthersMemory({ memory }: { readonly memory: Memory }) {
  const { t } = useTranslation('memories')
  return (
    <Stack>
      <MemoryText text={memory.content} />
      <MemoryMarks memory={memory} own={false} />
      <Text size="sm" c="dimmed">
        {t('visibility.other_text')}
      </Text>
    </Stack>
  )
}
