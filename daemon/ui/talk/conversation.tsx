import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../parts/feedback.tsx'
import classes from './conversation.module.css'
import { firstUnread, isAnswered, type KeptHistory } from './history.ts'
import type { OutboxActions } from './member-outbox.ts'
import type { MessageActs } from '../message/message.tsx'
import type { Outgoing } from './outgoing.ts'
import { Row } from './row.tsx'
import { rowsOf } from './rows.ts'
import { useAnnouncement } from './use-announcement.ts'
import { useReadAround } from './use-history.ts'
import type { Target } from './use-jump.ts'
import { useReadingPlace } from './use-reading-place.ts'
import { useSaid } from './use-said.ts'
import { useUnread } from './use-unread.ts'
import type { Writing } from './writing.ts'

interface Props {
  readonly name: string
  readonly history: KeptHistory
  /** How much the companion has begun that is not read. */
  readonly unread: number
  /** The conversation that goes on. */
  readonly conversation_uuid: string | null
  readonly outboxActions: OutboxActions
  readonly acts: MessageActs
  readonly outgoing: readonly Outgoing[]
  readonly writing: Writing
  /** The message to go to. */
  readonly target: Target | null
}

/** What was said, newest at the bottom. Only what can be seen is on the page. */
export function Conversation({
  name,
  history,
  unread,
  conversation_uuid,
  outboxActions,
  acts,
  outgoing,
  writing,
  target,
}: Props) {
  const { t } = useTranslation('talk')
  const atWork = writing.typing || writing.text !== '' || outgoing.some(({ state }) => state === 'sending')
  const answered = writing.reply_to !== null && isAnswered(history, writing.reply_to)
  const rows = rowsOf(history, { outgoing, writing: atWork && !answered, conversation_uuid })
  const place = useReadingPlace(rows, firstUnread(history, unread))
  const { list, scroller } = place
  const [first, last] = [
    list.range?.startIndex ?? history.total - 1,
    list.range?.endIndex ?? history.total - 1,
  ]
  const around = useReadAround(first, last)
  const line = useUnread(history, unread, last)
  const announcement = useAnnouncement(history, name)
  useSaid(outgoing, () => list.scrollToEnd())
  useEffect(() => {
    if (target) list.scrollToIndex(target.number, { align: 'center' })
  }, [target, list])

  return (
    <>
      {around.error !== null && <FailureAlert error={around.error} retry={around.retry} />}
      {/* Moved by the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={scroller}
        className={classes['scroller']}
        tabIndex={0}
        role="region"
        aria-label={t('conversation')}
        onKeyDown={(event) => {
          if (event.key !== 'Home' && event.key !== 'End') return
          // Scrolled there by the browser, it would stop where heights turn out to be others than thought.
          event.preventDefault()
          if (event.key === 'Home') list.scrollToIndex(0, { align: 'start' })
          else list.scrollToEnd()
        }}
      >
        <ol className={classes['rows']} style={{ height: list.getTotalSize() }} aria-label={t('messages')}>
          {list.getVirtualItems().map(({ key, index, start, size }) => (
            <Row
              key={key}
              index={index}
              start={start}
              size={size}
              rows={rows}
              name={name}
              writing={writing}
              outboxActions={outboxActions}
              acts={acts}
              isNew={index === line}
              target={target?.number === index ? target : null}
              measure={list.measureElement}
            />
          ))}
        </ol>
      </div>
      {!place.atEnd && <JumpButton count={place.fresh} onClick={() => list.scrollToEnd()} />}
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  )
}

/** Goes to the newest message; says how many have come since somebody was there. */
function JumpButton({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  const { t } = useTranslation('talk')
  return (
    <div className={classes['jump']}>
      <Button
        radius="xl"
        h={40}
        variant={count > 0 ? 'filled' : 'default'}
        leftSection={<IconArrowDown size={18} aria-hidden />}
        onClick={onClick}
      >
        {count > 0 ? t('jump.count', { count }) : t('jump')}
      </Button>
    </div>
  )
}
