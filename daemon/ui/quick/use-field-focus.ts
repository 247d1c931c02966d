import { type RefObject, useEffect } from 'react'

/** Puts the focus into a field at once and whenever the window gets it again, though never out of a dialog. */
export function useFieldFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const focus = () => {
      if (!document.activeElement?.closest('[role="dialog"]')) field.current?.focus()
    }
    focus()
    window.addEventListener('focus', focus)
    return () => window.removeEventListener('focus', focus)
  }, [field])
}
