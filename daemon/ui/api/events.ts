import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { ApiError } from '../../client/errors.ts'
import type { ServiceEvent } from '../../client/event-messages.ts'
import { type ConnectionState, EventSocket } from '../../client/event-socket.ts'
import { topics } from './freshness.ts'
import { tokens, ws_url } from './session.ts'

type Receive = (event: ServiceEvent) => void

interface Listener {
  readonly receive: Receive
  readonly refused: (error: ApiError) => void
}

let socket: EventSocket | null = null
let connection: ConnectionState = { state: 'connecting' }
const listeners = new Map<string, Set<Listener>>()
const watchers = new Set<() => void>()

/** Connects, for as long as somebody is signed in; the answer ends it. */
export function connect(onConnected: (missed: boolean) => void): () => void {
  socket = new EventSocket(topics, {
    url: ws_url,
    tokens,
    onEvent: (event) => listeners.get(event.data.topic)?.forEach(({ receive }) => receive(event)),
    onRefused: (topic, error) => listeners.get(topic)?.forEach(({ refused }) => refused(error)),
    onState: (state) => {
      connection = state
      for (const watcher of watchers) watcher()
      if (state.state === 'connected') onConnected(state.missed)
    },
  })
  socket.subscribe([...listeners.keys()])
  const wake = () => {
    if (document.visibilityState === 'visible') socket?.reconnect()
  }
  document.addEventListener('visibilitychange', wake)
  return () => {
    document.removeEventListener('visibilitychange', wake)
    socket?.close()
    socket = null
  }
}

/** Tries at once, where the connection is lost. */
export const reconnect = (): void => socket?.reconnect()

/** What becomes of the connection. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => connection,
  )
}

/** Calls `receive` with each event of a topic for as long as the component is shown. */
export function useEvent(topic: string, receive: Receive): void {
  const listener = useEffectEvent(receive)
  useEffect(() => listen(topic, (event) => listener(event)), [topic])
}

/**
 * Receives a topic; subscribes where nobody does yet, and unsubscribes where nobody does any more. `refused` is told where
 * the topic cannot be had.
 */
export function listen(topic: string, receive: Receive, refused: Listener['refused'] = () => {}): () => void {
  const listener = { receive, refused }
  const held = listeners.get(topic) ?? new Set()
  listeners.set(topic, held)
  held.add(listener)
  if (held.size === 1 && !topics.includes(topic)) socket?.subscribe([topic])
  return () => {
    held.delete(listener)
    if (held.size > 0) return
    listeners.delete(topic)
    if (!topics.includes(topic)) socket?.unsubscribe([topic])
  }
}

/** Has an operation that is watched looked at once more: what came of an act is told at once. */
export function lookAgain(operation: string): void {
  const name = `live.${operation}`
  const watched = [...listeners.keys()].filter((topic) => topic === name || topic.startsWith(`${name} `))
  socket?.unsubscribe(watched)
  socket?.subscribe(watched)
}
