import type { Clock } from '../../kernel/clock.ts'
import type { SetServer } from '../../kernel/engine-server.ts'
import type { Log } from '../../kernel/log.ts'
import type { RunningConfig } from '../../kernel/running-config.ts'
import { type EngineSettings, isServer, type Place, placesOf } from './engine-order.ts'
import { type LocalEngine, openLocalEngine } from './local/local-engine.ts'
import type { ModelEngine } from './models/model-engine.ts'
import { openServerEngine } from './servers/server-engine.ts'

interface CurrentEngineDependencies {
  readonly runningConfig: Pick<RunningConfig, 'engine' | 'changeEngine' | 'assertEngineChangeable'>
  /** The path of the file of a local model, by its id or by that path itself; throws where it is not on this machine. */
  readonly chatFile: (model: string) => string
  readonly clock: Clock
  readonly log: Log
}

export interface ServerEngine extends ModelEngine {
  readonly server: SetServer
}

/** The engines of the models that are set, if any; they change with the settings. */
export interface CurrentEngine {
  /** Those of the model servers, in the order in which they write. */
  readonly servers: () => readonly ServerEngine[]
  /** That of the model of this machine; null where none is set. */
  readonly local: () => LocalEngine | null
  /** All of them, the one that is to write first before the others. */
  readonly inOrder: () => readonly ModelEngine[]
  readonly settings: () => EngineSettings
  /**
   * Changes the settings for good, and the engines at once; those whose own settings stay go on as they are. Throws as
   * `RunningConfig.changeEngine`.
   */
  readonly change: (settings: Partial<EngineSettings>) => void
  /** Throws `SetByEnvironment` where the settings cannot be changed. */
  readonly assertChangeable: () => void
  readonly stop: () => void
}

type OpenEngine =
  | { readonly kind: 'server'; readonly engine: ServerEngine }
  | { readonly kind: 'local'; readonly engine: LocalEngine }

/** Opens the engines that are set. */
export function openCurrentEngine(dependencies: CurrentEngineDependencies): CurrentEngine {
  const { runningConfig, chatFile, clock, log } = dependencies
  const open = (place: Place): OpenEngine => {
    const { timeout_seconds, context_tokens, local } = runningConfig.engine()
    const shared = { timeout_seconds, context_tokens }
    if (isServer(place)) {
      const engine = openServerEngine({ settings: { ...shared, ...place }, clock, log })
      return { kind: 'server', engine: { ...engine, server: place } }
    }
    const { model = '', memory_mb, idle_minutes } = local
    const settings = { ...shared, model, memory_mb, idle_minutes }
    return { kind: 'local', engine: openLocalEngine({ settings, file: () => chatFile(model), clock, log }) }
  }
  /** What sets an engine apart from any other. */
  const keyOf = (place: Place) => {
    const { timeout_seconds, context_tokens, local } = runningConfig.engine()
    const { model, memory_mb, idle_minutes } = local
    return JSON.stringify([
      isServer(place) ? [place.base_url, place.model, place.api_key] : [model, memory_mb, idle_minutes],
      timeout_seconds,
      context_tokens,
    ])
  }
  let opened: ReadonlyMap<string, OpenEngine> = new Map()
  const applySettings = () => {
    const before = opened
    opened = new Map(
      placesOf(runningConfig.engine()).map((place) => {
        const key = keyOf(place)
        return [key, before.get(key) ?? open(place)]
      }),
    )
    for (const [key, { engine }] of before) if (!opened.has(key)) engine.stop()
  }
  applySettings()
  return {
    servers: () => [...opened.values()].flatMap((one) => (one.kind === 'server' ? [one.engine] : [])),
    local: () => [...opened.values()].flatMap((one) => (one.kind === 'local' ? [one.engine] : []))[0] ?? null,
    inOrder: () => Array.from(opened.values(), ({ engine }) => engine),
    settings: runningConfig.engine,
    change: (settings) => {
      runningConfig.changeEngine(settings)
      applySettings()
    },
    stop: () => {
      for (const { engine } of opened.values()) engine.stop()
    },
    assertChangeable: runningConfig.assertEngineChangeable,
  }
}
