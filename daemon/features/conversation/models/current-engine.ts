import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { RunningConfig } from '../../../kernel/running-config.ts'
import { type LocalEngine, openLocalEngine } from './local-engine.ts'
import type { ModelEngine } from './model-engine.ts'
import { openServerEngine } from './server-engine.ts'

interface CurrentEngineDependencies {
  readonly runningConfig: Pick<RunningConfig, 'engine' | 'changeEngine' | 'assertEngineChangeable'>
  /** The path of the file of a local model, by its id or by that path itself; throws where it is not on this machine. */
  readonly chatFile: (model: string) => string
  readonly clock: Clock
  readonly log: Log
}

export type EngineSettings = ReturnType<RunningConfig['engine']>

/** The engines of the models that are set, if any; they change with the settings. */
export interface CurrentEngine {
  /** That of the model server; null where none is set. */
  readonly server: () => ModelEngine | null
  /** That of the model of this machine; null where none is set. */
  readonly local: () => LocalEngine | null
  /** Both, the one that is to write first; without those that are not set. */
  readonly inOrder: () => readonly ModelEngine[]
  readonly settings: () => EngineSettings
  /** Changes the settings for good, and the engines at once; throws as `RunningConfig.changeEngine`. */
  readonly change: (settings: Partial<EngineSettings>) => void
  /** Throws `SetByEnvironment` where the settings cannot be changed. */
  readonly assertChangeable: () => void
  readonly stop: () => void
}

/** Opens the engines that are set. */
export function openCurrentEngine(dependencies: CurrentEngineDependencies): CurrentEngine {
  const { runningConfig, chatFile, clock, log } = dependencies
  const openServer = () => {
    const { base_url, model, ...rest } = runningConfig.engine()
    return base_url && model ? openServerEngine({ settings: { ...rest, base_url, model }, clock, log }) : null
  }
  const openLocal = () => {
    const { timeout_seconds, context_tokens, local } = runningConfig.engine()
    const { model, ...rest } = local
    if (model === undefined) return null
    const settings = { timeout_seconds, context_tokens, model, ...rest }
    return openLocalEngine({ settings, file: () => chatFile(model), clock, log })
  }
  let [server, local] = [openServer(), openLocal()]
  const stop = () => {
    server?.stop()
    local?.stop()
  }
  return {
    server: () => server,
    local: () => local,
    inOrder: () => {
      const order = runningConfig.engine().first === 'local' ? [local, server] : [server, local]
      return order.filter((one) => one !== null)
    },
    settings: runningConfig.engine,
    change: (settings) => {
      runningConfig.changeEngine(settings)
      stop()
      ;[server, local] = [openServer(), openLocal()]
    },
    assertChangeable: runningConfig.assertEngineChangeable,
    stop,
  }
}
