import { useEffect, useEffectEvent } from 'react'

/** Calls `act` at the Escape key, unless that closes a dialog or ends what an input method composes. */
export function useEscape(act: () => void): void {
  const onEscape = useEffectEvent(act)
  useEffect(() => {
    const hear = ({ key, isComposing }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing || document.querySelector('[role="dialog"]')) return
      onEscape()
    }
    // While the dialog that hears of it too is still there.
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [])
}
