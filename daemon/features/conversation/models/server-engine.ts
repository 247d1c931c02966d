import type { Clock } from '../../../kernel/clock.ts'
import { engineServer, type EngineServer } from '../../../kernel/engine-server.ts'
import type { Log } from '../../../kernel/log.ts'
import { type Attempts, openAttempts } from './attempts.ts'
import { type Circuit, openCircuit } from './circuit.ts'
import { confidenceOf } from './model-confidence.ts'
import type { Engine, Turn } from '../exchange/engine.ts'
import { EngineFailed, type EngineFailureKind } from './engine-failed.ts'
import { engineFailure } from './engine-failure.ts'
import { openModel, type ServerModel, type ServerSettings, timeoutsOf } from './model-server.ts'
import { listModels } from './server-models.ts'
import { worthKeeping } from './worth-keeping.ts'
import { usedMemory, usesOf } from './used-memories.ts'
import { written } from './writing.ts'

interface ServerEngineDependencies {
  readonly settings: ServerSettings
  readonly clock: Clock
  readonly log: Log
}

/** How a model server is, by what was tried on it. */
export interface ServerHealth {
  readonly circuit: ReturnType<Circuit['state']>
  /** Why the last attempt failed; null where it did not. */
  readonly last_failure: EngineFailureKind | null
  /** Whether it has ever written a reply or listed its models. */
  readonly answered: boolean
}

export interface ServerEngine extends Engine {
  /** Where what it is given goes. */
  readonly at: EngineServer
  /** Whether a reply would be tried at all: not while the server is left alone after failures. */
  readonly available: () => boolean
  readonly health: () => ServerHealth
  /** Finds out whether the server is there, by its list of models: sends nothing of anybody. Never rejects. */
  readonly probe: () => Promise<void>
  /** The sentences of a message that are worth keeping, word for word; nothing where the model cannot say, which is logged. */
  readonly worthKeeping: (content: string) => Promise<string[]>
  /** Ends what is under way and tries nothing any more. */
  readonly stop: () => void
}

/**
 * The engine of a model on an OpenAI-compatible server. A reply is tried once; whatever goes wrong, it rejects with
 * `EngineFailed`, within 25 s and at once where the server failed three times in a row within the last 30 s. What was
 * written before it failed is no reply.
 */
export function openServerEngine({ settings, clock, log }: ServerEngineDependencies): ServerEngine {
  const at = engineServer(settings.base_url, settings.model)
  const name = `${at.host}:${at.model}`
  const circuit = openCircuit(clock, (state) =>
    log[state === 'open' ? 'warn' : 'info']({ engine: name }, `the circuit of the model server is ${state}`),
  )
  const find = worthKeeping({ settings, clock })
  const underWay = new Set<AbortController>()
  let model: Promise<ServerModel> | null = null
  const attempts = openAttempts()
  const probe = openProbe({ settings, clock, log, attempts, underWay, name })
  let stopped = false

  const tried = async (turn: Turn, write: (delta: string) => void, signal: AbortSignal) => {
    const ending = new AbortController()
    underWay.add(ending)
    const { first, total } = timeoutsOf(settings)
    const end = (kind: EngineFailureKind) => () => ending.abort(new EngineFailed(kind))
    const cancelFirst = clock.after(first, end('no_first_token'))
    const cancelTotal = clock.after(total, end('timed_out'))
    const cancel = end('cancelled')
    signal.addEventListener('abort', cancel)
    try {
      model ??= openModel(settings)
      return await written(await model, {
        turn,
        contextTokens: settings.context_tokens,
        write,
        begins: cancelFirst,
        signal: ending.signal,
      })
    } finally {
      cancelFirst()
      cancelTotal()
      signal.removeEventListener('abort', cancel)
      underWay.delete(ending)
      // Closes the connection where the answer was left before its end.
      ending.abort(new EngineFailed('cancelled'))
    }
  }

  return {
    name,
    at,
    available: () => !stopped && circuit.lets(),
    health: () => ({
      circuit: circuit.state(),
      last_failure: attempts.lastFailure(),
      answered: attempts.answered(),
    }),
    reply: async (turn, write, signal) => {
      if (stopped || signal.aborted) throw new EngineFailed('cancelled')
      try {
        const content = await circuit.run(() => tried(turn, write, signal))
        attempts.replied()
        const uses = usesOf(turn, content)
        return {
          content,
          confidence: confidenceOf(turn, content, uses),
          memories_used: uses.map(usedMemory),
        }
      } catch (error) {
        const failed = engineFailure(error)
        if (failed.kind !== 'cancelled' && failed.kind !== 'resting') {
          attempts.failed(failed.kind)
          log.warn({ engine: name, failure: failed.kind, detail: failed.detail }, failed.message)
        }
        throw failed
      }
    },
    probe: async () => {
      if (!stopped) await probe()
    },
    worthKeeping: async (content) => {
      if (stopped || !circuit.lets()) return []
      const ending = new AbortController()
      underWay.add(ending)
      try {
        return await find(content, ending.signal)
      } catch (error) {
        const { kind, detail } = engineFailure(error)
        log.info({ engine: name, failure: kind, detail }, 'the model chose no sentences')
        return []
      } finally {
        underWay.delete(ending)
      }
    },
    stop: () => {
      stopped = true
      for (const ending of underWay) ending.abort(new EngineFailed('cancelled'))
    },
  }
}

interface ProbeDependencies extends ServerEngineDependencies {
  readonly attempts: Attempts
  /** What the server is doing for the engine. */
  readonly underWay: Set<AbortController>
  readonly name: string
}

/** Asks the server for its models, unless it is at work: how that goes shows the same. Never rejects. */
function openProbe({ settings, clock, log, attempts, underWay, name }: ProbeDependencies) {
  return async () => {
    if (underWay.size > 0) return
    const ending = new AbortController()
    underWay.add(ending)
    try {
      await listModels({ settings, clock, signal: ending.signal })
      if (attempts.probed(null)) log.info({ engine: name }, 'the model server is there')
    } catch (error) {
      const { kind, detail, message } = engineFailure(error)
      if (kind === 'cancelled') return
      if (attempts.probed(kind)) log.warn({ engine: name, failure: kind, detail }, message)
    } finally {
      underWay.delete(ending)
    }
  }
}
