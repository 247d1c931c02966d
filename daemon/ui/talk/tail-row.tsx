import { useTranslation } from 'react-i18next'
import classes from './conversation.module.css'
import { OutgoingMessage } from './outgoing-message.tsx'
import type { Tail } from './rows.ts'
import type { Mending } from './use-mending.ts'
import type { Writing } from './writing.ts'
import { WritingReply } from './writing-reply.tsx'

interface Props {
  readonly row: Tail
  readonly name: string
  readonly writing: Writing
  readonly mending: Mending
}

/** What stands below the history: what is on its way, what is being written, a new beginning. */
export function TailRow({ row, name, writing, mending }: Props) {
  const { t } = useTranslation('talk')
  if (row.kind === 'outgoing') return <OutgoingMessage outgoing={row.outgoing} mending={mending} />
  if (row.kind === 'writing') return <WritingReply writing={writing} name={name} />
  return <div className={classes['line']}>{t('anew')}</div>
}
