import type { Clock } from '../../kernel/clock.ts'
import { Failure, invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { BrokenConfig, SetByEnvironment } from '../../kernel/running-config.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { CurrentEngine } from './current-engine.ts'
import * as schemas from './engine-schemas.ts'
import { EngineFailed } from './engine-failed.ts'
import { ModelServerFailed, NoModelServer } from './failures.ts'
import { findServers, listModels } from './server-models.ts'

interface EngineOperationsDependencies {
  readonly engine: CurrentEngine
  readonly clock: Clock
  /** The ports of the daemon itself. */
  readonly ports: () => readonly number[]
}

/** What an admin sees and sets of the engine that writes the replies. */
export function engineOperations({ engine, clock, ports }: EngineOperationsDependencies) {
  const shown = (): schemas.Engine => {
    const server = engine.server()
    const { base_url = null, api_key, timeout_seconds, context_tokens } = engine.settings()
    const { circuit, last_failure } = server?.health() ?? { circuit: null, last_failure: null }
    return {
      engine: server?.name ?? 'builtin',
      base_url,
      has_api_key: api_key !== undefined,
      timeout_seconds,
      context_tokens,
      circuit,
      last_failure,
    }
  }

  /** The key that goes with a server: what is given, else the one that is kept for this very server. */
  const keyFor = (base_url: string, given: string | null | undefined) => {
    const { base_url: kept, api_key } = engine.settings()
    const key = given === undefined && base_url === kept ? api_key : given
    return key ? { api_key: key } : {}
  }

  return {
    'engine.current': operation({
      rest: 'GET /engine',
      access: 'admin',
      live: 5,
      summary: 'Which engine writes the replies, and how it does',
      description: '`circuit` says whether a server is used, and `last_failure` why it was not.',
      input: Nothing,
      output: schemas.Engine,
      errors: [],
    }).handle(shown),

    'engine.change': operation({
      rest: 'PUT /engine',
      access: 'admin',
      audited: ['base_url', 'model'],
      summary: 'Let a model of an OpenAI-compatible server write the replies',
      description: 'Holds at once and for good. Where the server cannot answer, the built-in engine does.',
      input: schemas.EngineChange,
      output: schemas.Engine,
      errors: [SetByEnvironment, BrokenConfig],
    }).handle(({ api_key, ...settings }) => {
      if (!URL.canParse(settings.base_url)) throw invalidRequest('base_url', 'is no URL')
      engine.change({ ...settings, ...keyFor(settings.base_url, api_key) })
      return shown()
    }),

    'engine.reset': operation({
      rest: 'DELETE /engine',
      access: 'admin',
      summary: 'Let the built-in engine write the replies',
      description: 'The address, the model and the key of the server are forgotten.',
      input: Nothing,
      output: schemas.Engine,
      errors: [SetByEnvironment, BrokenConfig],
    }).handle(() => {
      engine.change({})
      return shown()
    }),

    'engine.models': operation({
      rest: 'POST /engine/models',
      access: 'admin',
      audited: ['base_url'],
      summary: 'The models that a server has',
      description: 'A way to try an address and a key; without `base_url` it is the server in use.',
      input: schemas.ServerQuestion,
      output: schemas.ServerModels,
      errors: [NoModelServer, ModelServerFailed],
    }).handle(async ({ base_url = engine.settings().base_url, api_key }) => {
      if (base_url === undefined) throw NoModelServer()
      const settings = { base_url, ...keyFor(base_url, api_key) }
      const models = await listModels({ settings, clock }).catch((error: unknown) => {
        if (!(error instanceof EngineFailed)) throw error
        throw new Failure(ModelServerFailed.code, error.message, { reason: error.kind })
      })
      return { base_url, models }
    }),

    'engine.servers': operation({
      rest: 'GET /engine/servers',
      access: 'admin',
      summary: 'The model servers that run on this machine',
      description: 'Looks on the ports that Ollama, LM Studio, llama.cpp and vLLM use.',
      input: Nothing,
      output: schemas.FoundServers,
      errors: [],
    }).handle(async () => {
      const found = await findServers({ clock, own_ports: ports() })
      return {
        items: found.map(({ models, ...rest }) => ({ ...rest, models: [...models] })),
        total: found.length,
      }
    }),
  }
}
