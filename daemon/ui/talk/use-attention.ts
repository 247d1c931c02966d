import { useSyncExternalStore } from 'react'

const events = ['focus', 'blur'] as const

function watch(watcher: () => void): () => void {
  for (const event of events) window.addEventListener(event, watcher)
  document.addEventListener('visibilitychange', watcher)
  return () => {
    for (const event of events) window.removeEventListener(event, watcher)
    document.removeEventListener('visibilitychange', watcher)
  }
}

/** Whether somebody looks at the page: it can be seen and has the focus. */
export function useAttention(): boolean {
  return useSyncExternalStore(watch, () => document.visibilityState === 'visible' && document.hasFocus())
}
