import { availableParallelism, totalmem } from 'node:os'
import { invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { BrokenConfig, SetByEnvironment } from '../../kernel/running-config.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Store } from '../../store/store.ts'
import type { RequireRecentSignIn } from './engine-operations.ts'
import { engineShown } from './engine-shown.ts'
import * as schemas from './schemas.ts'
import { ChatModelMissing, ChatModelTooLarge, NoChatModel, UnknownChatModel } from './failures.ts'
import { chatFile, type ChatModel, mayFit, recommendedOf, roughlyRequired } from './local/chat-models.ts'
import type { CurrentEngine } from './current-engine.ts'
import { maxBytesOf } from './local/local-engine.ts'
import { ownModelRefusal } from './local/chat-models.ts'
import { mebibytes, type NextModel, useModel } from './local/next-model.ts'

interface LocalOperationsDependencies {
  readonly engine: CurrentEngine
  readonly next: NextModel
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
        '`models.download` brings one here, and `engine.use_local` with `download` uses it then.',
      input: Nothing,
      output: schemas.LocalModels,
      errors: [],
    }).handle(() => {
      const all = chatModels()
      const best = recommendedOf(all)
      const items = all.map((one) => localModelShown(one, one === best))
      const machine = {
        memory_mb: mebibytes(totalmem()),
        available_mb: mebibytes(maxBytesOf({})),
        cores: availableParallelism(),
      }
      return { items, total: items.length, machine }
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

function useOperations({
  engine,
  next,
  store,
  chatModels,
  requireRecentSignIn,
}: LocalOperationsDependencies) {
  return {
    'engine.use_local': operation({
      rest: 'PUT /engine/local',
      access: 'admin',
      scopes: [],
      audited: ['model'],
      summary: 'Let a language model of this machine write the replies',
      description:
        'Holds at once and for good, for everybody: nothing leaves the machine. `model` is the id of one that is here, or ' +
        'the path of a GGUF file. With `download`, one that is not here is fetched first, and used as soon as it is here. ' +
        'One that needs more memory than it may take is refused. Wants a sign-in of the last 5 minutes, or the password.',
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
    }).handle(async ({ first = true, download = false, password, ...rest }, context) => {
      const missing = download ? missingModel(rest.model, chatModels()) : null
      if (missing) assertMayFit(missing, maxBytesOf(rest))
      const file = missing ? null : chatFile(rest.model, chatModels())
      const succeeded = await requireRecentSignIn(context, password)
      store.write(succeeded)
      if (file === null) next.choose({ ...rest, first })
      else {
        await useModel(engine, file, { ...rest, first })
        next.drop()
      }
      return engineShown(engine, next)
    }),

    'engine.reset_local': operation({
      rest: 'DELETE /engine/local',
      access: 'admin',
      summary: 'Let no language model of this machine write any more',
      description:
        'Its file stays; `models.remove` removes it. One that is on its way is not used any more when it comes.',
      input: Nothing,
      output: schemas.Engine,
      errors: [SetByEnvironment, BrokenConfig],
    }).handle(() => {
      const { local, first, ...server } = engine.settings()
      engine.change(server)
      next.drop()
      return engineShown(engine, next)
    }),
  }
}

/** The model of that id, where it is not on this machine; null where it is, or there is none. */
const missingModel = (id: string, models: readonly ChatModel[]) =>
  models.find(({ entry, file }) => entry.id === id && file === null) ?? null

/** Throws 422 for a model that roughly needs more than it may take, before all of it is fetched. */
function assertMayFit(model: ChatModel, maxBytes: number): void {
  const required = roughlyRequired(model)
  if (required > maxBytes)
    throw ChatModelTooLarge({ required_mb: mebibytes(required), memory_mb: mebibytes(maxBytes) })
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
