import { useEffect } from 'react'

let page = 'Companion'
let waiting = 0

function write(): void {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${page}`
}

/** Names the window after the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    page = `${title} – Companion`
    write()
  }, [title])
}

/** Says in the title of the window how much waits; nothing for 0. */
export function useCountInTitle(count: number): void {
  useEffect(() => {
    waiting = count
    write()
    return () => {
      waiting = 0
      write()
    }
  }, [count])
}
