import { useTranslation } from 'react-i18next'
import classes from './conversation.module.css'
import type { OutboxActions } from './member-outbox.ts'
import { OutgoingMessage } from './own-message.tsx'
import { WritingReply } from './reply.tsx'
import type { Tail } from './rows.ts'
import type { Writing } from './writing.ts'

interface Props {
  readonly row: Tail
  readonly name: string
  readonly writing: Writing
  readonly outboxActions: OutboxActions
}

/** What stands below the history: what is on its way, what is being written, a new beginning. */
export function TailRow({ row, name, writing, outboxActions }: Props) {
  const { t } = useTranslation('talk')
  if (row.kind === 'outgoing')
    return <OutgoingMessage outgoing={row.outgoing} outboxActions={outboxActions} />
  if (row.kind === 'writing') return <WritingReply writing={writing} name={name} />
  return <div className={classes['line']}>{t('anew')}</div>
}
