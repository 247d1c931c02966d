import { useEffect } from 'react'
import { closeWindow } from '../api/app.ts'

/** How long it can be read what became of it, in milliseconds. */
export const readable = 6_000

/** Has the app close the window a little after it is of no more use, unless it becomes so again. */
export function useClosing(done: boolean): void {
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(closeWindow, readable)
    return () => clearTimeout(timer)
  }, [done])
}
