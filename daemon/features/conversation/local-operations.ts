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
import { inspectModel } from './models/local-host.ts'

interface LocalOperationsDependencies {
  readonly engine: CurrentEngine
  readonly store: Store
  readonly chatModels: () => readonly ChatModel[]
  readonly requireRecentSignIn: RequireRecentSignIn
}

const mebibytes = (bytes: number) => Math.ceil(bytes / mebibyte)

/** What an admin sees and sets of a language model of this machine. */
export function localOperations({
  engine,
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
        '`models.download` brings one here.',
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
      return { items, total: items.length }
    }),

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
      engine.change({
        ...settings,
        first: first === false ? 'server' : 'local',
        local: { idle_minutes: settings.local.idle_minutes, ...rest, model },
      })
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

/** Throws 422 for a file that is no model, and for a model that needs more than it may take. */
async function assertFits(file: string, contextTokens: number, maxBytes: number): Promise<void> {
  const { requiredBytes } = await inspectModel(file, contextTokens).catch((error: unknown) => {
    if (error instanceof EngineFailed) throw NoChatModel()
    throw error
  })
  if (requiredBytes > maxBytes)
    throw ChatModelTooLarge({ required_mb: mebibytes(requiredBytes), memory_mb: mebibytes(maxBytes) })
}
