import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../talk/conversation.module.css'
import { dayLabel, dayOf } from './day.ts'
import type { HistoryMessage } from '../talk/history.ts'
import type { OutboxActions } from '../talk/member-outbox.ts'
import type { Outgoing } from '../talk/outgoing.ts'
import { MessageMenu } from './message-menu.tsx'
import { OwnWords, Undelivered } from './own-message.tsx'
import { Reply } from './reply.tsx'
import { beginsAnew } from '../talk/rows.ts'

/** What can be done with messages; `last` is the newest that the member has said, which alone can be said anew. */
export interface MessageActs {
  readonly last: HistoryMessage | null
  readonly edit: (message: HistoryMessage) => void
  readonly again: (message: HistoryMessage) => void
}

interface Props {
  readonly message: HistoryMessage
  /** The one before it, where that is known. */
  readonly previous: HistoryMessage | undefined
  readonly isFirst: boolean
  /** Whether it goes on with an earlier conversation. */
  readonly again?: boolean
  readonly name: string
  readonly isNew: boolean
  /** What is still to be done for it. */
  readonly outgoing: Outgoing | undefined
  readonly outboxActions: OutboxActions
  /** Left out where messages are only read. */
  readonly acts?: MessageActs | undefined
}

/** A message of the history, with what stands above it: a new day, a new beginning, the line "new". */
export const Message = memo(function Message({
  message,
  previous,
  isFirst,
  again = false,
  isNew,
  name,
  outgoing,
  outboxActions,
  acts,
}: Props) {
  const { t, i18n } = useTranslation('talk')
  const { role, content, created_at } = message
  const newDay = isFirst || (previous !== undefined && dayOf(previous.created_at) !== dayOf(created_at))
  const last = acts?.last ?? null
  const menu = acts && (
    <MessageMenu
      message={message}
      onEdit={message.message_uuid === last?.message_uuid ? () => acts.edit(message) : undefined}
      onAgain={last && message.reply_to === last.message_uuid ? () => acts.again(last) : undefined}
    />
  )
  return (
    <>
      {newDay && (
        <h2 className={classes['day']}>
          <time dateTime={created_at}>{dayLabel(created_at, new Date().toISOString(), i18n.language)}</time>
        </h2>
      )}
      {beginsAnew(message, previous) && (
        <div className={classes['line']}>{t(again ? 'going_on' : 'anew')}</div>
      )}
      {isNew && (
        <div className={classes['line']} data-new>
          {t('new')}
        </div>
      )}
      {role === 'user' ? (
        <OwnWords text={content} at={created_at} menu={menu}>
          {outgoing?.state === 'failed' && <Undelivered outgoing={outgoing} outboxActions={outboxActions} />}
        </OwnWords>
      ) : (
        <Reply message={message} name={name} menu={menu} />
      )}
    </>
  )
})
