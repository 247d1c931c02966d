import { invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { BrokenConfig, SetByEnvironment } from '../../kernel/running-config.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Store } from '../../store/store.ts'
import type { RequireRecentSignIn } from './engine-operations.ts'
import { engineShown } from './engine-shown.ts'
import * as schemas from './engine-schemas.ts'
import { ChatModelMissing, ChatModelTooLarge, NoChatModel, UnknownChatModel } from './failures.ts'
import { chatFile, type ChatModel, mayFit, recommendedOf, roughlyRequired } from './models/chat-models.ts'
import type { CurrentEngine } from './models/current-engine.ts'
import { EngineFailed } from './models/engine-failed.ts'
import { maxBytesOf, mebibyte } from './models/local-engine.ts'
import { isServer, placesOf, withPlaces } from './servers/engine-order.ts'
import { inspectModel } from './models/local-host.ts'
import { ownModelRefusal } from './models/chat-models.ts'

interface LocalOperationsDependencies {
  readonly engine: CurrentEngine
  readonly store: Store
  readonly chatModels: () => readonly ChatModel[]
  /** Fetches a language model that somebody adds by its address, in the background. */
  readonly addOwnModel: (wanted: WantedModel) => ChatModel
  readonly requireRecentSignIn: RequireRecentSignIn
}

/** A language model that somebody adds. */
export interface WantedModel {
  readonly url: string
  readonly sha256?: string
  readonly title?: string
}

const mebibytes = (bytes: number) => Math.ceil(bytes / mebibyte)

/** What an admin sees and sets of a language model of this machine. */
export function localOperations(dependencies: LocalOperationsDependencies) {
  return { ...listOperations(dependencies), ...useOperations(dependencies) }
}

function listOperations({
  store,
  chatModels,
  addOwnModel,
  requireRecentSignIn,
}: LocalOperationsDependencies) {
  return {
    'engine.local_models': operation({
      rest: 'GET /engine/local/models',
      access: 'admin',
      live: 2,
      summary: 'The language models that can run on this machine',
      description:
        'Each with its size and licence, what it needs, and whether that fits; one is `recommended`. ' +
        '`models.download` brings one here.',
      input: Nothing,
      output: schemas.LocalModels,
      errors: [],
    }).handle(() => {
      const all = chatModels()
      const best = recommendedOf(all)
      const items = all.map((one) => localModelShown(one, one === best))
      return { items, total: items.length }
    }),

    'engine.add_local': operation({
      rest: 'POST /engine/local/models',
      access: 'admin',
      scopes: [],
      audited: ['url'],
      summary: 'Fetch a language model of your own, by the address of its GGUF file',
      description:
        'In the background; it goes on after a break and after a restart. What comes is checked by `sha256`, else by the ' +
        'checksum that its server tells, else by its size, and must be a GGUF file. One that was added already stays as ' +
        'it is, or is tried again where it failed. `models.cancel` and `models.remove` take its id. Wants a sign-in of ' +
        'the last 5 minutes, or the password.',
      input: schemas.OwnModel,
      output: schemas.LocalModel,
      errors: [],
    }).handle(async ({ password, ...wanted }, context) => {
      const refusal = ownModelRefusal(wanted.url)
      if (refusal !== null) throw invalidRequest('url', refusal)
      const succeeded = await requireRecentSignIn(context, password)
      store.write(succeeded)
      return localModelShown(addOwnModel(wanted), false)
    }),
  }
}

function useOperations({ engine, store, chatModels, requireRecentSignIn }: LocalOperationsDependencies) {
  return {
    'engine.use_local': operation({
      rest: 'PUT /engine/local',
      access: 'admin',
      scopes: [],
      audited: ['model'],
      summary: 'Let a language model of this machine write the replies',
      description:
        'Holds at once and for good, for everybody: nothing leaves the machine. `model` is the id of one that is here, or ' +
        'the path of a GGUF file. One that needs more memory than it may take is refused. Wants a sign-in of the last 5 ' +
        'minutes, or the password.',
      input: schemas.LocalChange,
      output: schemas.Engine,
      errors: [
        UnknownChatModel,
        ChatModelMissing,
        NoChatModel,
        ChatModelTooLarge,
        SetByEnvironment,
        BrokenConfig,
      ],
    }).handle(async ({ model, first, password, ...rest }, context) => {
      const file = chatFile(model, chatModels())
      const succeeded = await requireRecentSignIn(context, password)
      store.write(succeeded)
      const settings = engine.settings()
      await assertFits(file, settings.context_tokens, maxBytesOf(rest))
      const servers = placesOf(settings).filter(isServer)
      const { idle_minutes } = settings.local
      const next = {
        ...settings,
        first: first === false ? ('server' as const) : ('local' as const),
        local: { idle_minutes, ...rest, model },
      }
      engine.change(withPlaces(next, first === false ? [...servers, 'local'] : ['local', ...servers]))
      // The first message need not wait until it is in memory.
      engine.local()?.wake()
      return engineShown(engine)
    }),

    'engine.reset_local': operation({
      rest: 'DELETE /engine/local',
      access: 'admin',
      summary: 'Let no language model of this machine write any more',
      description: 'Its file stays; `models.remove` removes it.',
      input: Nothing,
      output: schemas.Engine,
      errors: [SetByEnvironment, BrokenConfig],
    }).handle(() => {
      const { local, first, ...server } = engine.settings()
      engine.change(server)
      return engineShown(engine)
    }),
  }
}

/** What an admin is shown of a language model. */
function localModelShown(
  { entry, own, bytes, file, download }: ChatModel,
  recommended: boolean,
): schemas.LocalModel {
  const { id, title, licence, parameters, max_tokens } = entry
  return {
    id,
    title,
    own,
    licence,
    parameters,
    max_tokens,
    bytes,
    required_mb: mebibytes(roughlyRequired({ bytes })),
    fits: mayFit({ bytes }),
    recommended,
    here: file !== null,
    ...download,
  }
}

/** Throws 422 for a file that is no model, and for a model that needs more than it may take. */
async function assertFits(file: string, contextTokens: number, maxBytes: number): Promise<void> {
  const { requiredBytes } = await inspectModel(file, contextTokens).catch((error: unknown) => {
    if (error instanceof EngineFailed) throw NoChatModel()
    throw error
  })
  if (requiredBytes > maxBytes)
    throw ChatModelTooLarge({ required_mb: mebibytes(requiredBytes), memory_mb: mebibytes(maxBytes) })
}
