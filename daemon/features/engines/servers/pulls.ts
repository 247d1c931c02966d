import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import { openTransferSpeed, secondsLeft } from '../../../kernel/transfer-speed.ts'
import type { Pull } from '../schemas.ts'
import { type OllamaServer, PullFailed, pullModel } from './ollama.ts'
import { engineFailure } from '../models/engine-failure.ts'

/** So many pulls that have ended are remembered. */
const maxEnded = 20

/** What Ollama fetches, and what it has fetched or could not since the start. */
export interface Pulls {
  /** The newest first. */
  readonly all: () => Pull[]
  /** Has a server fetch a model in the background; one that is being pulled goes on as it is. */
  readonly begin: (server: OllamaServer, model: string) => Pull
  /** Ends a pull, or forgets one that has ended; false where there is none. */
  readonly end: (base_url: string, model: string) => boolean
  readonly stop: () => void
}

interface RunningPull {
  readonly shown: () => Pull
  readonly stop: () => void
}

/** Opens the pulls of a daemon; none is there at its start. */
export function openPulls({ clock, log }: { readonly clock: Clock; readonly log: Log }): Pulls {
  const pulls = new Map<string, RunningPull>()
  const keyOf = (base_url: string, model: string) => JSON.stringify([base_url, model])

  const start = (server: OllamaServer, model: string): RunningPull => {
    const { base_url } = server
    const ending = new AbortController()
    const speed = openTransferSpeed(clock)
    let state: Pull['state'] = 'pulling'
    let failure: string | null = null
    let progress: { bytes_done: number; bytes_total: number | null } = { bytes_done: 0, bytes_total: null }
    const end = (reached: 'done' | 'failed', reason: string | null) => {
      if (ending.signal.aborted) return
      ;[state, failure] = [reached, reason]
      log[reason === null ? 'info' : 'warn'](
        { model, reason },
        `a model was ${reached === 'done' ? 'pulled' : 'not pulled'}`,
      )
    }
    pullModel(server, model, ending.signal, ({ bytes_done, bytes_total, received }) => {
      progress = { bytes_done, bytes_total }
      speed.add(received)
    }).then(
      () => end('done', null),
      (error: unknown) =>
        end('failed', error instanceof PullFailed ? error.message : engineFailure(error).message),
    )
    return {
      shown: () => {
        const bytes_per_second = state === 'pulling' ? speed.perSecond() : null
        const { bytes_done, bytes_total } = progress
        const seconds_left = secondsLeft(bytes_done, bytes_total, bytes_per_second)
        return { base_url, model, state, bytes_done, bytes_total, bytes_per_second, seconds_left, failure }
      },
      stop: () => ending.abort(),
    }
  }

  const forgetOldest = () => {
    const ended = [...pulls].filter(([, one]) => one.shown().state !== 'pulling')
    for (const [key] of ended.slice(0, Math.max(0, ended.length - maxEnded))) pulls.delete(key)
  }

  return {
    all: () => [...pulls.values()].map((one) => one.shown()).toReversed(),
    begin: (server, model) => {
      const key = keyOf(server.base_url, model)
      const before = pulls.get(key)?.shown()
      if (before?.state === 'pulling') return before
      const running = start(server, model)
      pulls.delete(key)
      pulls.set(key, running)
      forgetOldest()
      return running.shown()
    },
    end: (base_url, model) => {
      const key = keyOf(base_url, model)
      pulls.get(key)?.stop()
      return pulls.delete(key)
    },
    stop: () => {
      for (const one of pulls.values()) one.stop()
    },
  }
}
