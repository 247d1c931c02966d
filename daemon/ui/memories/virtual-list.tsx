import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useScroller } from './use-scroller.ts'
import classes from './virtual-list.module.css'

interface Props {
  readonly label: string
  readonly count: number
  readonly children: (index: number) => React.ReactNode
}

/** A list of any length, of which only what can be seen is there. It scrolls with the page. */
export function VirtualList({ label, count, children }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const { scroller, margin } = useScroller(list)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => 104,
    overscan: 8,
    gap: 10,
    scrollMargin: margin,
  })
  return (
    <ul ref={list} aria-label={label} className={classes['list']} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          className={classes['item']}
          style={{ transform: `translateY(${start - margin}px)` }}
        >
          {children(index)}
        </li>
      ))}
    </ul>
  )
}
