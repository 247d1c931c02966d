import { Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMember } from '../api/session.ts'
import type { Memory } from './filter.ts'
import { MemoryForm } from './memory-form.tsx'
import { MemoryMarks } from './memory-marks.tsx'
import { MemoryText } from './memory-text.tsx'

interface Props {
  readonly opened: boolean
  /** The one that is changed; null for a new one. */
  readonly memory: Memory | null
  readonly onClose: () => void
}

/** Where a memory is written, or set right. */
export function MemoryDialog({ opened, memory, onClose }: Props) {
  const { t } = useTranslation('memories')
  const { family_member_uuid } = useMember()
  const others = memory !== null && memory.family_member_uuid !== family_member_uuid
  const title = t(memory === null ? 'form.add_title' : others ? 'form.others_title' : 'form.edit_title')
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="lg">
      {others ? (
        <OthersMemory memory={memory} />
      ) : (
        <MemoryForm key={memory?.memory_uuid ?? 'new'} memory={memory} onDone={onClose} />
      )}
    </Modal>
  )
}

/** A memory that somebody else of the household has shared: it can only be read. */
function OthersMemory({ memory }: { readonly memory: Memory }) {
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
