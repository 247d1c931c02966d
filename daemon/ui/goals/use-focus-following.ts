import { useEffect, useRef } from 'react'

/**
 * Lets the focus follow an entry (`data-goal`, focusable) that moves elsewhere on the board; where it is not shown any
 * more, the board has it. Answers the board's ref, and what names the entry that is about to move.
 */
export function useFocusFollowing(places: string) {
  const ref = useRef<HTMLDivElement>(null)
  const moving = useRef<string | null>(null)
  useEffect(() => {
    const id = moving.current
    if (id === null) return undefined
    // A dialog or a menu that has closed gives the focus back first.
    const timer = setTimeout(() => {
      const { activeElement } = document
      if (activeElement !== null && activeElement !== document.body) return
      moving.current = null
      const entry = ref.current?.querySelector<HTMLElement>(`[data-goal="${id}"]`)
      ;(entry ?? ref.current)?.focus()
    }, 50)
    return () => clearTimeout(timer)
  }, [places])
  const follow = (id: string) => {
    moving.current = id
  }
  return { ref, follow }
}
