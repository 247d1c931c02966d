import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMember } from '../api/session.ts'
import type { Memory } from './filter.ts'
import { MemoryForm } from './memory-form.tsx'
import { OthersMemory } from './others-memory.tsx'

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
