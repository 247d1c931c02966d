import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { type Rows, rowKey } from './rows.ts'

/** How high a message is thought to be before it is seen, in pixels. */
const guess = 96
/** From where on the end is meant when somebody is near it, in pixels. */
const nearEnd = 80

export type List = Virtualizer<HTMLDivElement, HTMLLIElement>

/** Of the rows those that can be seen, and where the reader is among them. Begins at `start`, else at the end. */
export function useReadingPlace(rows: Rows, start: number | null) {
  const scroller = useRef<HTMLDivElement>(null)
  const count = rows.history.total + rows.tail.length
  const list: List = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => guess,
    getItemKey: (index) => rowKey(rows, index),
    overscan: 6,
    paddingStart: 16,
    paddingEnd: 16,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
  })
  useLayoutEffect(() => {
    if (start === null) list.scrollToEnd()
    else list.scrollToIndex(start, { align: 'start' })
    // Only where it begins.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [list])
  const atEnd = list.getDistanceFromEnd() <= nearEnd
  const [seen, setSeen] = useState(rows.history.total)
  if (atEnd && seen !== rows.history.total) setSeen(rows.history.total)
  return { scroller, list, atEnd, fresh: Math.max(0, rows.history.total - seen) }
}
