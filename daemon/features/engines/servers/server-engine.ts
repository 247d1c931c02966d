import type { Clock } from '../../../kernel/clock.ts'
import { engineServer, serverName } from '../../../kernel/engine-server.ts'
import type { Log } from '../../../kernel/log.ts'
import { type ModelEngine, openModelEngine } from '../models/model-engine.ts'
import { openModel, type ServerSettings } from './model-server.ts'
import { listModels } from './server-models.ts'

interface ServerEngineDependencies {
  readonly settings: ServerSettings
  readonly clock: Clock
  readonly log: Log
}

/** The engine of a model on an OpenAI-compatible server, which is there where it lists its models. */
export function openServerEngine({ settings, clock, log }: ServerEngineDependencies): ModelEngine {
  const at = engineServer(settings.base_url, settings.model)
  return openModelEngine({
    name: serverName(settings),
    at,
    settings,
    open: () => openModel(settings),
    look: (signal) => listModels({ settings, clock, signal }),
    clock,
    log,
  })
}
