import type { Bus } from '../bus/bus.ts'
import type { Message } from '../bus/message.ts'
import { canonical } from '../kernel/canonical.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Caller } from '../kernel/context.ts'
import { InsufficientPermissions, invalidRequest, publicFailure } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import { type Operations, scopesOf } from '../kernel/operation.ts'
import { assertScope } from '../kernel/scope.ts'
import { compileInput } from '../kernel/validate.ts'
import { contextOf } from './gateway.ts'

const prefix = 'live.'

/** The result of an operation as something to subscribe to. */
export interface LiveTopic {
  /** `live.<operation>`, followed by a space and its input as JSON where that is not empty. */
  readonly name: string
  /** The same for every way to write the same operation and input. */
  readonly key: string
  readonly operation: string
  readonly input: unknown
  /** Milliseconds between two looks. */
  readonly interval: number
  readonly admins: boolean
}

export interface Watcher {
  /** The caller as of the newest token. */
  readonly caller: () => Caller
  readonly address: string
}

/** Operations whose results can be watched: no call is made for them, so that looking on takes from no allowance. */
export interface Live {
  /** Null where it is no such name. Throws 400 for an unknown operation or a bad input, 403 where the caller may not. */
  readonly resolve: (name: string, caller: Caller) => LiveTopic | null
  /** The key of what is called `name`; the name itself where nothing can be watched by it. */
  readonly keyOf: (name: string) => string
  /**
   * Tells `result` at once, and again whenever it is another one; `error`, once, where it cannot be had any more, and the
   * result again once it can. The answer ends it.
   */
  readonly watch: (topic: LiveTopic, watcher: Watcher, tell: (message: Message) => void) => () => void
}

interface LiveDependencies {
  readonly operations: Operations
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
}

export function openLive({ operations, bus, clock, log }: LiveDependencies): Live {
  const byName = new Map(
    Object.entries(operations).flatMap(([name, operation]) => {
      const { live, input } = operation
      if (live === undefined) return []
      return [[name, { operation, interval: live * 1_000, validate: compileInput(input, 'topics') }] as const]
    }),
  )

  return {
    resolve: (name, caller) => {
      if (!name.startsWith(prefix)) return null
      const { operation, given } = partsOf(name)
      const topic = byName.get(operation)
      if (!topic)
        throw invalidRequest('topics', `${operation} cannot be watched; ${[...byName.keys()].join(', ')} can`)
      const admins = topic.operation.access === 'admin'
      assertScope(caller, scopesOf(topic.operation), operation)
      if (admins && !caller.admin) throw InsufficientPermissions()
      const input = parse(given)
      topic.validate(input)
      const { interval } = topic
      return { name, key: keyFor(operation, input), operation, input, interval, admins }
    },

    keyOf: (name) => {
      if (!name.startsWith(prefix)) return name
      const { operation, given } = partsOf(name)
      try {
        return keyFor(operation, parse(given))
      } catch {
        return name
      }
    },

    watch: ({ name, operation, input, interval }, watcher, tell) => {
      let over = false
      let cancel = () => {}
      let lastSent = ''
      let failing = false
      const context = () => {
        const { caller, address } = watcher
        return contextOf({ operation, caller: caller(), address, idempotency_key: null }, clock)
      }
      const publishIfChanged = (payload: Message['payload']) => {
        const text = JSON.stringify(payload)
        if (over || text === lastSent) return
        lastSent = text
        tell({ topic: name, metadata: context().metadata, payload })
      }
      const check = async () => {
        try {
          publishIfChanged({ result: await bus.request(operation, input, context()) })
          failing = false
        } catch (error) {
          if (!failing) log.error({ operation, err: error }, 'a watched operation failed')
          failing = true
          const { code, message, details } = publicFailure(error)
          publishIfChanged({ error: { code, message, details } })
        } finally {
          if (!over) cancel = clock.after(interval, () => void check())
        }
      }
      // Told once the caller knows that it has subscribed.
      queueMicrotask(() => void check())
      return () => {
        over = true
        cancel()
      }
    },
  }
}

function partsOf(name: string): { operation: string; given: string } {
  const [operation = '', ...given] = name.slice(prefix.length).split(' ')
  return { operation, given: given.join(' ') }
}

const keyFor = (operation: string, input: unknown) => `${prefix}${operation} ${canonical(input)}`

function parse(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('topics', 'the input after the operation must be JSON')
  }
}
