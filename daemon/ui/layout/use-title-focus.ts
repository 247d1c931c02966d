import { type RefObject, useEffect, useRef } from 'react'

/**
 * Puts the focus at the title of a page that one has come to from another one, so that it is read out and the next Tab
 * leads into the page; not where the page has put it somewhere itself.
 */
export function useTitleFocus(shown: string | undefined, page: RefObject<HTMLElement | null>): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (page.current?.contains(document.activeElement)) return
    const title = page.current?.querySelector('h1')
    if (!title) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  }, [shown, page])
}
