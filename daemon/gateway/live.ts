import { randomUUID } from 'node:crypto'
import type { Bus, Message } from '../bus/bus.ts'
import { type Clock, iso } from '../kernel/clock.ts'
import type { Caller, Context } from '../kernel/context.ts'
import { InsufficientPermissions, invalidRequest } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { Operations } from '../kernel/operation.ts'
import { compileInput } from '../kernel/validate.ts'

const prefix = 'live.'

/** The result of an operation as something to subscribe to. */
export interface LiveTopic {
  /** `live.<operation>`, followed by a space and its input as JSON where that is not empty. */
  readonly name: string
  readonly operation: string
  readonly input: unknown
  /** Milliseconds between two looks. */
  readonly interval: number
  /** Whether only admins may have it. */
  readonly admins: boolean
}

/** Who watches. */
export interface Watcher {
  /** The caller as of the newest token. */
  readonly caller: () => Caller
  readonly address: string
}

/** Operations whose results can be watched: no call is made for them, so that looking on takes from no allowance. */
export interface Live {
  /** Null where it is no such name. Throws 400 for an unknown operation or a bad input, 403 where the caller may not. */
  readonly resolve: (name: string, caller: Caller) => LiveTopic | null
  /** Tells the result at once, and again whenever it is another one; the answer ends it. */
  readonly watch: (topic: LiveTopic, watcher: Watcher, tell: (message: Message) => void) => () => void
}

interface Needs {
  readonly operations: Operations
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** Writes down what an admin begins to watch. */
  readonly audit: (context: Context, details: Record<string, unknown>) => void
}

export function openLive({ operations, bus, clock, log, audit }: Needs): Live {
  const known = new Map(
    Object.entries(operations).flatMap(([name, { live, access, input }]) =>
      live === undefined
        ? []
        : [[name, { interval: live * 1_000, access, validate: compileInput(input, 'topics') }] as const],
    ),
  )

  const contextOf = (operation: string, { caller, address }: Watcher): Context => ({
    operation,
    caller: caller(),
    idempotency_key: null,
    address,
    metadata: {
      message_uuid: randomUUID(),
      family_member_uuid: caller().family_member_uuid,
      session_uuid: caller().session_uuid,
      timestamp: iso(clock.now()),
    },
  })

  return {
    resolve: (name, caller) => {
      if (!name.startsWith(prefix)) return null
      const [operation = '', ...given] = name.slice(prefix.length).split(' ')
      const found = known.get(operation)
      if (!found)
        throw invalidRequest('topics', `${operation} cannot be watched; ${[...known.keys()].join(', ')} can`)
      if (found.access === 'admin' && !caller.admin) throw InsufficientPermissions()
      const input = parse(given.join(' '))
      found.validate(input)
      return { name, operation, input, interval: found.interval, admins: found.access === 'admin' }
    },

    watch: ({ name, operation, input, interval, admins }, watcher, tell) => {
      let over = false
      let cancel = () => {}
      let told = ''
      const look = async () => {
        try {
          const result = await bus.request(operation, input, contextOf(operation, watcher))
          const text = JSON.stringify(result)
          if (over || text === told) return
          told = text
          const { metadata } = contextOf(operation, watcher)
          tell({ topic: name, metadata, payload: { result } })
        } catch (error) {
          log.error({ operation, err: error }, 'an operation that is watched failed')
        } finally {
          if (!over) cancel = clock.after(interval, () => void look())
        }
      }
      if (admins) audit(contextOf(operation, watcher), { watched: true })
      // Told once the caller knows that it has subscribed.
      queueMicrotask(() => void look())
      return () => {
        over = true
        cancel()
      }
    },
  }
}

function parse(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('topics', 'the input after the operation must be JSON')
  }
}
