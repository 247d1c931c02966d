import { Modal } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Reading } from '../parts/reading.tsx'
import { Receipt } from './receipt.tsx'
import type { UsedMemory } from './receipts.tsx'

/** Shows the memory that a reply rests on; closed for null. */
export function ReceiptDialog({
  used,
  onClose,
}: {
  readonly used: UsedMemory | null
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['talk', 'common'])
  // What is shown stays while the dialog goes away.
  const last = useRef(used)
  if (used) last.current = used
  const shown = used ?? last.current
  const id = shown?.memory_uuid ?? ''
  const memory = useOperation('memory.get', { id }, { enabled: used !== null })
  return (
    <Modal opened={used !== null} onClose={onClose} title={t('receipt.title')}>
      {shown && (
        <Reading of={memory}>
          {(found) => <Receipt memory={found.memory} used={shown} onClose={onClose} />}
        </Reading>
      )}
    </Modal>
  )
}
