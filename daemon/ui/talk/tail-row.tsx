import { useTranslation } from 'react-i18next'
import classes from './conversation.module.css'
import type { OutboxActions } from './member-outbox.ts'
import { OutgoingMessage } from '../message/own-message.tsx'
import { WritingReply } from '../message/reply.tsx'
import type { KeptHistory } from './history.ts'
import { type Tail, wasBefore } from './rows.ts'
import type { Writing } from './writing.ts'

interface Props {
  readonly row: Tail
  readonly history: KeptHistory
  readonly name: string
  readonly writing: Writing
  readonly outboxActions: OutboxActions
}

/** What stands below the history: what is on its way, what is being written, a new beginning. */
export function TailRow({ row, history, name, writing, outboxActions }: Props) {
  const { t } = useTranslation('talk')
  if (row.kind === 'outgoing')
    return <OutgoingMessage outgoing={row.outgoing} outboxActions={outboxActions} />
  if (row.kind === 'writing') return <WritingReply writing={writing} name={name} />
  const again = wasBefore(history, row.conversation_uuid, history.total)
  return <div className={classes['line']}>{t(again ? 'going_on' : 'anew')}</div>
}
