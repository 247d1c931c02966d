import { Button } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Memory } from './filter.ts'
import { useMemoryActs } from './use-memory-acts.tsx'

/** Has a memory stay as important as it is: the check-up lets it be from then on. */
export function PinUnpinned({ memory }: { readonly memory: Memory }) {
  const { t } = useTranslation('memories')
  const { setPinned, busy } = useMemoryActs()
  if (memory.pinned) return null
  return (
    <Button
      variant="default"
      h={40}
      disabled={busy}
      leftSection={<IconPin size={16} aria-hidden />}
      aria-label={t('checkup.pin_label', { content: memory.content.slice(0, 80) })}
      onClick={() => setPinned(memory, true)}
    >
      {t('checkup.pin')}
    </Button>
  )
}
