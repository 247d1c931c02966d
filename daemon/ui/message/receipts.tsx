import { Modal, UnstyledButton } from '@mantine/core'
import { IconBrain } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { beginningOf } from '../parts/beginning.ts'
import { Loaded } from '../parts/loaded.tsx'
import classes from './message.module.css'
import { Receipt, type UsedMemory } from './receipt.tsx'

/** How many are shown before somebody asks for all. */
const few = 3

interface Props {
  readonly memories: readonly UsedMemory[]
  /** When the reply was given, which tells its buttons from those of others. */
  readonly time: string
}

/** The memories that a reply rests on. */
export function Receipts({ memories, time }: Props) {
  const { t } = useTranslation('talk')
  const [all, setAll] = useState(false)
  const [opened, setOpened] = useState<UsedMemory | null>(null)
  const shown = all ? memories : memories.slice(0, few)
  const more = t('receipts.more', { count: memories.length - shown.length })
  return (
    <>
      <ul className={classes['receipts']} aria-label={t('receipts')}>
        {shown.map((used) => (
          <li key={used.memory_uuid}>
            <UnstyledButton
              className={classes['receipt'] ?? ''}
              aria-haspopup="dialog"
              aria-label={`${beginningOf(used.content)} (${time})`}
              onClick={() => setOpened(used)}
            >
              <IconBrain size={15} aria-hidden />
              <span className={classes['cut']}>{used.content}</span>
            </UnstyledButton>
          </li>
        ))}
        {shown.length < memories.length && (
          <li>
            <UnstyledButton
              className={classes['receipt'] ?? ''}
              aria-label={`${more} (${time})`}
              onClick={() => setAll(true)}
            >
              {more}
            </UnstyledButton>
          </li>
        )}
      </ul>
      <ReceiptDialog used={opened} title={t('receipt.title')} onClose={() => setOpened(null)} />
    </>
  )
}

interface DialogProps {
  readonly used: UsedMemory | null
  readonly title: string
  readonly onClose: () => void
}

/** Shows a memory, to be corrected, shared or forgotten; closed for null. */
export function ReceiptDialog({ used, title, onClose }: DialogProps) {
  // What is shown stays while the dialog goes away.
  const last = useRef(used)
  if (used) last.current = used
  const shown = used ?? last.current
  const id = shown?.memory_uuid ?? ''
  const memory = useOperation('memory.get', { id }, { enabled: used !== null })
  return (
    <Modal opened={used !== null} onClose={onClose} title={title}>
      {shown && (
        <Loaded of={memory}>
          {(receipt) => <Receipt memory={receipt.memory} used={shown} onClose={onClose} />}
        </Loaded>
      )}
    </Modal>
  )
}
