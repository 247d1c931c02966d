import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './conversation.module.css'
import { dayLabel, dayOf } from './day.ts'
import type { HistoryMessage } from './history.ts'
import type { OutboxActions } from './member-outbox.ts'
import type { Outgoing } from './outgoing.ts'
import { OwnWords, Undelivered } from './own-message.tsx'
import { Reply } from './reply.tsx'
import { beginsAnew } from './rows.ts'

interface Props {
  readonly message: HistoryMessage
  /** The one before it, where that is known. */
  readonly previous: HistoryMessage | undefined
  readonly isFirst: boolean
  readonly name: string
  readonly isNew: boolean
  /** What is still to be done for it. */
  readonly outgoing: Outgoing | undefined
  readonly outboxActions: OutboxActions
}

/** A message of the history, with what stands above it: a new day, a new beginning, the line "new". */
export const Message = memo(function Message({
  message,
  previous,
  isFirst,
  isNew,
  name,
  outgoing,
  outboxActions,
}: Props) {
  const { t, i18n } = useTranslation('talk')
  const { role, content, created_at } = message
  const newDay = isFirst || (previous !== undefined && dayOf(previous.created_at) !== dayOf(created_at))
  return (
    <>
      {newDay && (
        <h2 className={classes['day']}>
          <time dateTime={created_at}>{dayLabel(created_at, new Date().toISOString(), i18n.language)}</time>
        </h2>
      )}
      {beginsAnew(message, previous) && <div className={classes['line']}>{t('anew')}</div>}
      {isNew && (
        <div className={classes['line']} data-new>
          {t('new')}
        </div>
      )}
      {role === 'user' ? (
        <OwnWords text={content} at={created_at}>
          {outgoing?.state === 'failed' && <Undelivered outgoing={outgoing} outboxActions={outboxActions} />}
        </OwnWords>
      ) : (
        <Reply message={message} name={name} />
      )}
    </>
  )
})
