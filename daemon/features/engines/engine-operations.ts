import type { Clock } from '../../kernel/clock.ts'
import type { AuthenticatedContext } from '../../kernel/context.ts'
import { addressRefusal, modelRefusal, type SetServer, serversOf } from '../../kernel/engine-server.ts'
import { Failure, invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { BrokenConfig, SetByEnvironment } from '../../kernel/running-config.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { CurrentEngine } from './current-engine.ts'
import { engineShown } from './engine-shown.ts'
import * as schemas from './schemas.ts'
import { EngineFailed } from './models/engine-failed.ts'
import { ModelServerFailed, NoModelServer } from './failures.ts'
import type { NextModel } from './local/next-model.ts'
import { findServers, listModels } from './servers/server-models.ts'
import { withFirstServer, withPlaces } from './engine-order.ts'
import { suggestedTags } from './servers/suggested-tags.ts'

/**
 * Throws `AUTHENTICATION_REQUIRED` (`reason` is `step_up`) unless the password was given within 5 min, or is now. The
 * answer counts the success, in the transaction of what it was for.
 */
export type RequireRecentSignIn = (
  context: AuthenticatedContext,
  password: string | undefined,
) => Promise<(tx: Transaction) => void>

export interface EngineOperationsDependencies {
  readonly engine: CurrentEngine
  readonly next: NextModel
  readonly store: Store
  readonly clock: Clock
  readonly ports: () => readonly number[]
  readonly requireRecentSignIn: RequireRecentSignIn
}

/** What an admin sees and sets of the engine that writes the replies. */
export function engineOperations(dependencies: EngineOperationsDependencies) {
  return { ...settingOperations(dependencies), ...lookingOperations(dependencies) }
}

/** The key that goes with a server: what is given, else the one that is kept for this very server. */
export function keyFor(engine: CurrentEngine, base_url: string, given: string | null | undefined) {
  const stored = serversOf(engine.settings()).find((one) => one.base_url === base_url)?.api_key
  const key = given === undefined ? stored : given
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
        'preferences). For the others, and where the server cannot answer, the next engine replies, the built-in one ' +
        'last. Where several servers are set it takes the place of the first one. Wants a sign-in of the last 5 ' +
        'minutes, or the password.',
      input: schemas.EngineChange,
      output: schemas.Engine,
      errors: [SetByEnvironment, BrokenConfig],
    }).handle(async ({ base_url, model, api_key, password, ...shared }, context) => {
      assertServer({ base_url, model })
      const succeeded = await requireRecentSignIn(context, password)
      store.write(succeeded)
      const settings = engine.settings()
      const server = { base_url, model, ...keyFor(engine, base_url, api_key) }
      const {
        timeout_seconds: _,
        context_tokens: __,
        ...changed
      } = withPlaces(settings, withFirstServer(settings, server))
      engine.change({ ...changed, ...shared })
      return shown()
    }),

    'engine.reset': operation({
      rest: 'DELETE /engine',
      access: 'admin',
      summary: 'Let no model server write the replies any more',
      description:
        'The addresses, the models and the keys of all servers are forgotten. A language model of this machine stays, else the ' +
        'built-in engine replies.',
      input: Nothing,
      output: schemas.Engine,
      errors: [SetByEnvironment, BrokenConfig],
    }).handle(() => {
      engine.change(engine.local() ? withPlaces(engine.settings(), ['local']) : {})
      return shown()
    }),
  }
}

function lookingOperations({ engine, clock, ports }: EngineOperationsDependencies) {
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
    }).handle(async ({ base_url = serversOf(engine.settings())[0]?.base_url, api_key }) => {
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
      const servers = await findServers({ clock, own_ports: ports() })
      return {
        items: servers.map(({ models, ...rest }) => ({
          ...rest,
          models: [...models],
          suggested: rest.kind === 'ollama' ? suggestedTags(models) : [],
        })),
        total: servers.length,
      }
    }),
  }
}

function assertAddress(base_url: string): void {
  const refusal = addressRefusal(base_url)
  if (refusal !== null) throw invalidRequest('base_url', refusal)
}

/** Throws 400 for an address or a model that cannot be one. */
export function assertServer({ base_url, model }: Pick<SetServer, 'base_url' | 'model'>): void {
  assertAddress(base_url)
  const refusal = modelRefusal(model)
  if (refusal !== null) throw invalidRequest('model', refusal)
}
