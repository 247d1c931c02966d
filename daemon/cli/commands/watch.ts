import { type ConnectionState, EventSocket } from '../../client/event-socket.ts'
import { assertAnswers } from '../../client/local/connection.ts'
import { webSocketOver } from '../../client/local/web-socket.ts'
import { type Caller, inLightOf, openCaller } from '../caller.ts'
import { formatEvent } from '../format/event.ts'
import type { Invocation } from '../invocation.ts'
import { remark } from '../output.ts'

/** Shows events as they happen, one a line, until Ctrl-C. */
export async function watch(invocation: Invocation, topic: readonly string[]): Promise<void> {
  const caller = openCaller(invocation)
  const { daemon, connection } = caller
  // Later it waits for a daemon that comes back; one that is not there at all is said at once.
  await assertAnswers(daemon)
  const topics = topic.length > 0 ? topic : await ownTopics(caller)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const say = announcer(topics)
  const socket = new EventSocket(topics, {
    url: connection.ws_url,
    open: webSocketOver(connection),
    tokens: caller.tokens,
    onEvent: (event) => {
      process.stdout.write(`${invocation.json ? JSON.stringify(event) : formatEvent(event)}\n`)
    },
    onState: (state) => {
      say(state)
      if (state.state !== 'closed') return
      if (state.error) reject(inLightOf(caller, state.error))
      else resolve()
    },
  })
  const stop = () => socket.close()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  await promise
}

/** The caller's own topics: a member's interactions, for an admin also those of all admins. */
async function ownTopics(caller: Caller): Promise<string[]> {
  const admins = 'interaction.notifications.admin'
  const everyone = 'system.status'
  if (caller.keyed) return ['interaction.notifications', everyone]
  if (!caller.session) return [admins, everyone]
  try {
    const { family_member } = await caller.client.call('auth.session')
    return ['interaction.notifications', ...(family_member.roles.includes('admin') ? [admins] : []), everyone]
  } catch (error) {
    throw inLightOf(caller, error)
  }
}

function announcer(topics: readonly string[]): (state: ConnectionState) => void {
  let connectedBefore = false
  return (state) => {
    if (state.state === 'waiting') {
      remark(`Reconnecting in ${(state.delay / 1_000).toFixed(1)} s: there is no connection to the daemon.`)
    } else if (state.state === 'connected') {
      remark(`${connectedBefore ? 'Reconnected' : 'Connected'}, watching ${topics.join(', ')}. Ctrl-C ends.`)
      if (state.missed) remark('Some events were missed while there was no connection.')
      connectedBefore = true
    }
  }
}
