import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import classes from './memories.module.css'

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

interface Scroller {
  readonly scroller: HTMLElement | null
  /** How far below the top of what scrolls the element begins, in pixels. */
  readonly margin: number
}

/** What an element scrolls with, and where in that it stands, also after what is above it has grown. */
function useScroller(element: React.RefObject<HTMLElement | null>): Scroller {
  const [place, setPlace] = useState<Scroller>({ scroller: null, margin: 0 })
  useLayoutEffect(() => {
    const { current } = element
    const scroller = current && scrollParent(current)
    if (!current || !scroller) return undefined
    const measure = () => {
      const { top } = current.getBoundingClientRect()
      const margin = Math.round(top - scroller.getBoundingClientRect().top + scroller.scrollTop)
      setPlace((before) =>
        before.scroller === scroller && before.margin === margin ? before : { scroller, margin },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (let above = current.parentElement; above && above !== scroller; above = above.parentElement)
      observer.observe(above)
    return () => observer.disconnect()
  }, [element])
  return place
}

function scrollParent({ parentElement }: HTMLElement): HTMLElement | null {
  if (!parentElement || /auto|scroll/.test(getComputedStyle(parentElement).overflowY)) return parentElement
  return scrollParent(parentElement)
}
