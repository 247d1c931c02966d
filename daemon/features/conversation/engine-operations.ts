import type { Clock } from '../../kernel/clock.ts'
import type { AuthenticatedContext } from '../../kernel/context.ts'
import { addressRefusal, modelRefusal } from '../../kernel/engine-server.ts'
import { Failure, invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { BrokenConfig, SetByEnvironment } from '../../kernel/running-config.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { CurrentEngine } from './models/current-engine.ts'
import { engineShown } from './engine-shown.ts'
import * as schemas from './engine-schemas.ts'
import { EngineFailed } from './models/engine-failed.ts'
import { ModelServerFailed, NoModelServer } from './failures.ts'
import type { NextModel } from './next-model.ts'
import { findServers, listModels } from './models/server-models.ts'

/**
 * Throws `AUTHENTICATION_REQUIRED` (`reason` is `step_up`) unless the password was given within 5 min, or is now. The
 * answer counts the success, in the transaction of what it was for.
 */
export type RequireRecentSignIn = (
  context: AuthenticatedContext,
  password: string | undefined,
) => Promise<(tx: Transaction) => void>

interface EngineOperationsDependencies {
  readonly engine: CurrentEngine
  readonly next: NextModel
  readonly store: Store
  readonly clock: Clock
  /** The ports of the daemon itself. */
  readonly ports: () => readonly number[]
  readonly requireRecentSignIn: RequireRecentSignIn
}

/** What an admin sees and sets of the engine that writes the replies. */
export function engineOperations(dependencies: EngineOperationsDependencies) {
  return { ...settingOperations(dependencies), ...serverOperations(dependencies) }
}

/** The key that goes with a server: what is given, else the one that is kept for this very server. */
function keyFor(engine: CurrentEngine, base_url: string, given: string | null | undefined) {
  const { base_url: kept, api_key } = engine.settings()
  const key = given === undefined && base_url === kept ? api_key : given
  return key ? { api_key: key } : {}
}

function settingOperations({ engine, next, store, requireRecentSignIn }: EngineOperationsDependencies) {
  const shown = () => engineShown(engine, next)

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
      scopes: [],
      audited: ['base_url', 'model'],
      summary: 'Let a model of an OpenAI-compatible server write the replies',
      description:
        'Holds at once and for good, for each member who agrees to the origin of the server (`engines` in their own ' +
        'preferences). For the others, and where the server cannot answer, the built-in engine replies. Wants a ' +
        'sign-in of the last 5 minutes, or the password.',
      input: schemas.EngineChange,
      output: schemas.Engine,
      errors: [SetByEnvironment, BrokenConfig],
    }).handle(async ({ api_key, password, ...settings }, context) => {
      assertAddress(settings.base_url)
      const refusal = modelRefusal(settings.model)
      if (refusal !== null) throw invalidRequest('model', refusal)
      const succeeded = await requireRecentSignIn(context, password)
      store.write(succeeded)
      const { local, first } = engine.settings()
      engine.change({ ...settings, ...keyFor(engine, settings.base_url, api_key), local, first })
      return shown()
    }),

    'engine.reset': operation({
      rest: 'DELETE /engine',
      access: 'admin',
      summary: 'Let no model server write the replies any more',
      description:
        'The address, the model and the key of the server are forgotten. A language model of this machine stays, else the ' +
        'built-in engine replies.',
      input: Nothing,
      output: schemas.Engine,
      errors: [SetByEnvironment, BrokenConfig],
    }).handle(() => {
      const { local, first, context_tokens, timeout_seconds } = engine.settings()
      engine.change(engine.local() ? { local, first, context_tokens, timeout_seconds } : {})
      return shown()
    }),
  }
}

function serverOperations({ engine, clock, ports }: EngineOperationsDependencies) {
  return {
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
      assertAddress(base_url)
      const settings = { base_url, ...keyFor(engine, base_url, api_key) }
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

function assertAddress(base_url: string): void {
  const refusal = addressRefusal(base_url)
  if (refusal !== null) throw invalidRequest('base_url', refusal)
}
