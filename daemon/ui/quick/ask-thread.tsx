import { VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutboxActions } from '../talk/member-outbox.ts'
import { Message } from '../message/message.tsx'
import { TailRow } from '../talk/tail-row.tsx'
import { useAnnouncement } from '../talk/use-announcement.ts'
import { useSaid } from '../talk/use-said.ts'
import classes from './ask-page.module.css'
import type { Thread } from './thread.ts'

interface Props {
  readonly name: string
  readonly thread: Thread
  readonly outboxActions: OutboxActions
}

/** What was said in this window, newest at the bottom, where it stays while more is written. */
export function AskThread({ name, thread, outboxActions }: Props) {
  const { t } = useTranslation('talk')
  const { history, tail, arrived, writing } = thread
  const scroller = useRef<HTMLDivElement>(null)
  const announcement = useAnnouncement(history, name)
  const outgoing = tail.flatMap((row) => (row.kind === 'outgoing' ? [row.outgoing] : []))
  // It begins at its end.
  useSaid(outgoing, () => scroller.current?.scrollTo({ top: 0 }))
  if (history.total === 0 && tail.length === 0) return null
  return (
    <>
      {/* Moved by the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={scroller}
        className={classes['scroller']}
        tabIndex={0}
        role="region"
        aria-label={t('conversation')}
      >
        <ol className={classes['rows']} aria-label={t('messages')}>
          {[...history.at.values()].map((message) => (
            <li key={message.message_uuid}>
              <Message
                message={message}
                previous={undefined}
                isFirst={false}
                isNew={false}
                name={name}
                outgoing={arrived.get(message.message_uuid)}
                outboxActions={outboxActions}
              />
            </li>
          ))}
          {tail.map((row) => (
            <li key={row.kind === 'outgoing' ? row.outgoing.key : row.kind}>
              <TailRow
                row={row}
                history={history}
                name={name}
                writing={writing}
                outboxActions={outboxActions}
              />
            </li>
          ))}
        </ol>
      </div>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  )
}
