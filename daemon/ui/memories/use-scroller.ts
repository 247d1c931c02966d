import { useLayoutEffect, useState } from 'react'

interface Scroller {
  readonly scroller: HTMLElement | null
  /** How far below the top of what scrolls the element begins, in pixels. */
  readonly margin: number
}

/** What an element scrolls with, and where in that it stands, also after what is above it has grown. */
export function useScroller(element: React.RefObject<HTMLElement | null>): Scroller {
  const [found, setFound] = useState<Scroller>({ scroller: null, margin: 0 })
  useLayoutEffect(() => {
    const { current } = element
    const scroller = current && scrollParent(current)
    if (!current || !scroller) return undefined
    const measure = () => {
      const { top } = current.getBoundingClientRect()
      const margin = Math.round(top - scroller.getBoundingClientRect().top + scroller.scrollTop)
      setFound((before) =>
        before.scroller === scroller && before.margin === margin ? before : { scroller, margin },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (let above = current.parentElement; above && above !== scroller; above = above.parentElement)
      observer.observe(above)
    return () => observer.disconnect()
  }, [element])
  return found
}

function scrollParent({ parentElement }: HTMLElement): HTMLElement | null {
  if (!parentElement || /auto|scroll/.test(getComputedStyle(parentElement).overflowY)) return parentElement
  return scrollParent(parentElement)
}
