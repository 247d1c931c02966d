import { availableParallelism, totalmem } from 'node:os'
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
import { maxBytesOf } from './models/local-engine.ts'
import { mebibytes, type NextModel, useModel } from './next-model.ts'

interface LocalOperationsDependencies {
  readonly engine: CurrentEngine
  readonly next: NextModel
  readonly store: Store
  readonly chatModels: () => readonly ChatModel[]
  readonly requireRecentSignIn: RequireRecentSignIn
}

/** What an admin sees and sets of a language model of this machine. */
export function localOperations({
  engine,
  next,
  store,
  chatModels,
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
      const items = all.map((one) => {
        const { id, title, licence, parameters, max_tokens } = one.entry
        const own = { id, title, licence, parameters, max_tokens, bytes: one.bytes }
        return {
          ...own,
          required_mb: mebibytes(roughlyRequired(one)),
          fits: mayFit(one),
          recommended: one === best,
          here: one.file !== null,
        }
      })
      const machine = {
        memory_mb: mebibytes(totalmem()),
        available_mb: mebibytes(maxBytesOf({})),
        cores: availableParallelism(),
      }
      return { items, total: items.length, machine }
    }),

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
const missingModel = (id: string, known: readonly ChatModel[]) =>
  known.find(({ entry, file }) => entry.id === id && file === null) ?? null

/** Throws 422 for a model that roughly needs more than it may take, before all of it is fetched. */
function assertMayFit(model: ChatModel, maxBytes: number): void {
  const required = roughlyRequired(model)
  if (required > maxBytes)
    throw ChatModelTooLarge({ required_mb: mebibytes(required), memory_mb: mebibytes(maxBytes) })
}
