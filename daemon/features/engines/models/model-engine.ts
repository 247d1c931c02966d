import type { Clock } from '../../../kernel/clock.ts'
import type { EngineServer } from '../../../kernel/engine-server.ts'
import type { Log } from '../../../kernel/log.ts'
import { type Attempts, openAttempts } from './attempts.ts'
import { type Circuit, openCircuit } from './circuit.ts'
import type { Engine, Learned, Lesson, Proposed, Turn, Unclear } from '../../../language/turn.ts'
import { EngineFailed, type EngineFailureKind } from './engine-failed.ts'
import { engineFailure } from './engine-failure.ts'
import { type LanguageModel, type ModelSettings, timeoutsOf } from './language-model.ts'
import { openStructuredAnswers, type StructuredQuestion } from './structured-answer.ts'

export interface ModelHealth {
  readonly circuit: ReturnType<Circuit['state']>
  /** Why the last attempt failed; null where it did not. */
  readonly last_failure: EngineFailureKind | null
  /** Whether it has ever written a reply or listed its models. */
  readonly answered: boolean
}

export interface ModelEngine extends Engine {
  /** Where what it is given goes; null where that is this machine. */
  readonly at: EngineServer | null
  /** Whether a reply would be tried at all: not while the model is left alone after failures. */
  readonly available: () => boolean
  readonly health: () => ModelHealth
  /** Finds out whether the model is there; gives it nothing of anybody. Never rejects. */
  readonly probe: () => Promise<void>
  /** What a message tells, word for word; null where the model cannot say, which is logged. */
  readonly learn: (lesson: Lesson) => Promise<Learned | null>
  /** What a message wants done that was not understood; null for nothing, and where the model cannot say, which is logged. */
  readonly propose: (unclear: Unclear, signal: AbortSignal) => Promise<Proposed | null>
  /** Ends what is under way and tries nothing any more. */
  readonly stop: () => void
}

// What reads and judges for a model knows the words of languages: it is loaded with the first use of one, not before.
const loadWriting = () => Promise.all([import('./writing.ts'), import('./model-confidence.ts'), import('ai')])

interface ModelEngineDependencies {
  readonly name: string
  readonly at: EngineServer | null
  readonly settings: ModelSettings
  /** Opens the model, at its first use. */
  readonly open: () => Promise<LanguageModel>
  /** Finds out whether it is there, without giving it anything; rejects where it is not. */
  readonly look: (signal: AbortSignal) => Promise<unknown>
  readonly clock: Clock
  readonly log: Log
}

/**
 * The engine of a language model. A reply is tried once; whatever goes wrong, it rejects with `EngineFailed`, within 25 s
 * and at once where the model failed three times in a row within the last 30 s. What was written before it failed is no
 * reply.
 */
export function openModelEngine(dependencies: ModelEngineDependencies): ModelEngine {
  const { name, at, settings, clock, log } = dependencies
  const circuit = openCircuit(clock, (state) =>
    log[state === 'open' ? 'warn' : 'info']({ engine: name }, `the circuit of the model is ${state}`),
  )
  let model: Promise<LanguageModel> | null = null
  const opened = () => (model ??= dependencies.open())
  const underWay = new Set<AbortController>()
  const attempts = openAttempts()
  const probe = openProbe({ ...dependencies, attempts, underWay })
  let stopped = false
  const structured = openAsking({
    ...dependencies,
    ask: openStructuredAnswers({ settings, open: opened, clock }),
    underWay,
    lets: () => !stopped && circuit.lets(),
  })

  const tried = async (turn: Turn, write: (delta: string) => void, signal: AbortSignal) => {
    // What is loaded with the first reply is not the model's to answer for.
    const [languageModel, [{ written }]] = await Promise.all([opened(), loadWriting()])
    if (stopped || signal.aborted) throw new EngineFailed('cancelled')
    const ending = new AbortController()
    underWay.add(ending)
    const { first, total } = timeoutsOf(settings)
    const end = (kind: EngineFailureKind) => () => ending.abort(new EngineFailed(kind))
    const cancelFirst = clock.after(first, end('no_first_token'))
    const cancelTotal = clock.after(total, end('timed_out'))
    const cancel = end('cancelled')
    signal.addEventListener('abort', cancel)
    try {
      return await written(languageModel, {
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
        const [, { judged }] = await loadWriting()
        return judged(turn, content, write)
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
    learn: async (lesson) => {
      const { supportedBy, extractionOf } = await import('./extraction.ts')
      const answer = await structured(extractionOf(lesson))
      return answer && supportedBy(lesson.content, answer)
    },
    propose: async (unclear, signal) => {
      const { supportedProposal, proposalOf } = await import('./proposal.ts')
      const answer = await structured(proposalOf(unclear), signal)
      return answer && supportedProposal(unclear, answer)
    },
    stop: () => {
      stopped = true
      for (const ending of underWay) ending.abort(new EngineFailed('cancelled'))
    },
  }
}

interface AskingDependencies extends Pick<ModelEngineDependencies, 'name' | 'log'> {
  readonly ask: ReturnType<typeof openStructuredAnswers>
  readonly underWay: Set<AbortController>
  /** Whether the model may be asked. */
  readonly lets: () => boolean
}

/** Answers questions by the model; null where it cannot say, which is logged. Never rejects. */
function openAsking({ name, log, ask, underWay, lets }: AskingDependencies) {
  return async <Answer>(
    question: StructuredQuestion<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer | null> => {
    if (!lets()) return null
    const ending = new AbortController()
    underWay.add(ending)
    try {
      return await ask(question, signal ? AbortSignal.any([ending.signal, signal]) : ending.signal)
    } catch (error) {
      const { kind, detail } = engineFailure(error)
      log.info({ engine: name, failure: kind, detail, question: question.name }, 'the model did not say')
      return null
    } finally {
      underWay.delete(ending)
    }
  }
}

interface ProbeDependencies extends Pick<ModelEngineDependencies, 'name' | 'look' | 'log'> {
  readonly attempts: Attempts
  /** What the model is doing for the engine. */
  readonly underWay: Set<AbortController>
}

/** Looks whether the model is there, unless it is at work: how that goes shows the same. Never rejects. */
function openProbe({ name, look, log, attempts, underWay }: ProbeDependencies) {
  return async () => {
    if (underWay.size > 0) return
    const ending = new AbortController()
    underWay.add(ending)
    try {
      await look(ending.signal)
      if (attempts.probed(null)) log.info({ engine: name }, 'the model is there')
    } catch (error) {
      const { kind, detail, message } = engineFailure(error)
      if (kind === 'cancelled') return
      if (attempts.probed(kind)) log.warn({ engine: name, failure: kind, detail }, message)
    } finally {
      underWay.delete(ending)
    }
  }
}
