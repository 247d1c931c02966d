import { UnstyledButton } from '@mantine/core'
import { IconBrain } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryMessage } from './kept-history.ts'
import classes from './message.module.css'
import { ReceiptDialog } from './receipt-dialog.tsx'

export type UsedMemory = HistoryMessage['memories_used'][number]

/** How many are shown before somebody asks for all. */
const few = 3

/** The memories that a reply rests on. */
export function Receipts({ memories }: { readonly memories: readonly UsedMemory[] }) {
  const { t } = useTranslation('talk')
  const [all, setAll] = useState(false)
  const [opened, setOpened] = useState<UsedMemory | null>(null)
  const shown = all ? memories : memories.slice(0, few)
  return (
    <>
      <ul className={classes['receipts']} aria-label={t('receipts')}>
        {shown.map((used) => (
          <li key={used.memory_uuid}>
            <UnstyledButton
              className={classes['receipt'] ?? ''}
              aria-haspopup="dialog"
              onClick={() => setOpened(used)}
            >
              <IconBrain size={15} aria-hidden />
              <span className={classes['cut']}>{used.content}</span>
            </UnstyledButton>
          </li>
        ))}
        {shown.length < memories.length && (
          <li>
            <UnstyledButton className={classes['receipt'] ?? ''} onClick={() => setAll(true)}>
              {t('receipts.more', { count: memories.length - shown.length })}
            </UnstyledButton>
          </li>
        )}
      </ul>
      <ReceiptDialog used={opened} onClose={() => setOpened(null)} />
    </>
  )
}
