import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Keeps the focus in a list whose entries (`data-entry`, focusable) go once something is done about them: it moves to the
 * entry that takes the place, and to the list itself where none is left. Answers what is to be spread on the list.
 */
export function useFocusKept<E extends HTMLElement = HTMLUListElement>(ids: readonly string[]) {
  const ref = useRef<E>(null)
  const held = useRef<{ readonly id: string; readonly place: number } | null>(null)
  const all = ids.join(' ')
  useEffect(() => {
    const list = ref.current
    const lost = held.current
    if (!list || !lost || all.split(' ').includes(lost.id)) return undefined
    // A dialog or a menu that has closed gives the focus back first.
    const timer = setTimeout(() => {
      held.current = null
      const { activeElement } = document
      if (activeElement !== null && activeElement !== document.body) return
      const entries = [...list.querySelectorAll<HTMLElement>('[data-entry]')]
      const next = entries[Math.min(lost.place, entries.length - 1)] ?? list
      next.focus({ preventScroll: entries.length === 0 })
    }, 50)
    return () => clearTimeout(timer)
  }, [all])

  const onFocus = ({ target }: FocusEvent) => {
    const entry = target.closest<HTMLElement>('[data-entry]')
    const id = entry?.dataset['entry']
    // What is in a menu or dialog of an entry is elsewhere in the document; it leaves the entry as it was.
    if (id !== undefined) held.current = { id, place: all.split(' ').indexOf(id) }
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const goesOn =
      relatedTarget instanceof Element && relatedTarget.closest('[data-portal], [data-entry]') === null
    if (goesOn) held.current = null
  }
  return { ref, onFocus, onBlur }
}
