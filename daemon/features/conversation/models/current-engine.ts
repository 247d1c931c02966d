import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { RunningConfig } from '../../../kernel/running-config.ts'
import { openServerEngine, type ServerEngine } from './server-engine.ts'

interface CurrentEngineDependencies {
  readonly runningConfig: Pick<RunningConfig, 'engine' | 'changeEngine'>
  readonly clock: Clock
  readonly log: Log
}

export type EngineSettings = ReturnType<RunningConfig['engine']>

/** The engine of the model server that is set, if any; it changes with the settings. */
export interface CurrentEngine {
  /** Null where the built-in one answers. */
  readonly server: () => ServerEngine | null
  readonly settings: () => EngineSettings
  /** Changes the settings for good, and the engine at once; throws as `RunningConfig.changeEngine`. */
  readonly change: (settings: Partial<EngineSettings>) => void
  readonly stop: () => void
}

/** Opens the engine that is set. */
export function openCurrentEngine({ runningConfig, clock, log }: CurrentEngineDependencies): CurrentEngine {
  const open = () => {
    const { base_url, model, ...rest } = runningConfig.engine()
    return base_url && model ? openServerEngine({ settings: { ...rest, base_url, model }, clock, log }) : null
  }
  let server = open()
  return {
    server: () => server,
    settings: runningConfig.engine,
    change: (settings) => {
      runningConfig.changeEngine(settings)
      server?.stop()
      server = open()
    },
    stop: () => server?.stop(),
  }
}
