import { Skeleton } from '@mantine/core'
import { useCallback, useEffect, useRef } from 'react'
import classes from './conversation.module.css'
import type { OutboxActions } from './member-outbox.ts'
import { Message, type MessageActs } from '../message/message.tsx'
import { beginsAnew, type Rows, wasBefore } from './rows.ts'
import { TailRow } from './tail-row.tsx'
import type { Target } from './use-jump.ts'
import type { Writing } from './writing.ts'

interface Props {
  readonly index: number
  /** Where it stands, and how high it is or is thought to be, in pixels. */
  readonly start: number
  readonly size: number
  readonly rows: Rows
  readonly name: string
  readonly writing: Writing
  readonly outboxActions: OutboxActions
  readonly acts: MessageActs
  /** Whether the line "new" stands above it. */
  readonly isNew: boolean
  /** Set where somebody has come for this very row. */
  readonly target: Target | null
  readonly measure: (row: HTMLLIElement | null) => void
}

/** A row of the conversation, where it stands. */
export function Row({ index, start, size, rows, measure, target, ...shown }: Props) {
  const row = useRef<HTMLLIElement>(null)
  const isLoaded = index >= rows.history.total || rows.history.at.has(index)
  const place = useCallback(
    (element: HTMLLIElement | null) => {
      row.current = element
      // What is not known yet has no height of its own: only a first measure moves nothing that is seen.
      if (isLoaded) measure(element)
    },
    [isLoaded, measure],
  )
  useEffect(() => {
    if (target) row.current?.focus({ preventScroll: true })
  }, [target])
  return (
    <li
      ref={place}
      data-index={index}
      data-target={target ? true : undefined}
      className={classes['row']}
      style={{ transform: `translateY(${start}px)`, ...(isLoaded ? {} : { height: size }) }}
      tabIndex={-1}
      aria-setsize={rows.history.total + rows.tail.length}
      aria-posinset={index + 1}
    >
      <Content index={index} rows={rows} {...shown} />
    </li>
  )
}

type ContentProps = Omit<Props, 'start' | 'size' | 'measure' | 'target'>

function Content({
  index,
  rows: { history, tail, arrived },
  name,
  writing,
  outboxActions,
  acts,
  isNew,
}: ContentProps) {
  const message = history.at.get(index)
  const previous = history.at.get(index - 1)
  if (message)
    return (
      <Message
        message={message}
        previous={previous}
        isFirst={index === 0}
        again={beginsAnew(message, previous) && wasBefore(history, message.conversation_uuid, index)}
        name={name}
        isNew={isNew}
        outgoing={arrived.get(message.message_uuid)}
        outboxActions={outboxActions}
        acts={acts}
      />
    )
  const row = tail[index - history.total]
  if (row === undefined) return <Unknown mine={index % 2 === 0} />
  return <TailRow row={row} history={history} name={name} writing={writing} outboxActions={outboxActions} />
}

/** Stands for a message that is still to be read. */
function Unknown({ mine }: { readonly mine: boolean }) {
  return <Skeleton height={60} width="60%" radius="lg" animate={false} ml={mine ? 'auto' : 0} />
}
