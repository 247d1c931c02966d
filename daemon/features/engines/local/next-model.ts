import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Bus } from '../../../bus/bus.ts'
import { ConfigSchema } from '../../../kernel/config.ts'
import { Failure } from '../../../kernel/errors.ts'
import { type Home, readIfThere, removeFile, writeSecret } from '../../../kernel/home.ts'
import type { Log } from '../../../kernel/log.ts'
import { closed } from '../../../kernel/schema.ts'
import { ChatModelTooLarge, NoChatModel } from '../failures.ts'
import type { ChatModel } from './chat-models.ts'
import type { CurrentEngine } from '../current-engine.ts'
import { EngineFailed } from '../models/engine-failed.ts'
import { maxBytesOf, mebibyte } from './local-engine.ts'
import { inspectModel } from './local-host.ts'
import { isServer, placesOf, withPlaces } from '../engine-order.ts'

const { memory_mb, idle_minutes } = ConfigSchema.properties.engine.properties.local.properties

const Choice = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 4_096 }),
    /** Whether it writes before a model server that is set. */
    first: Type.Boolean(),
    memory_mb,
    idle_minutes: Type.Optional(idle_minutes),
  },
  closed,
)
/** A language model of this machine, and how it is to be run. */
export type Choice = Static<typeof Choice>

/** Why a model that has come is not used: its file is none, it needs too much memory, or the settings cannot be changed. */
export const nextFailures = ['not_loaded', 'does_not_fit', 'not_set'] as const
type NextFailure = (typeof nextFailures)[number]

export const mebibytes = (bytes: number) => Math.ceil(bytes / mebibyte)

/**
 * Lets the model in `file` write from now on, if `wanted` still holds once the file was looked at. Rejects with 422 for a
 * file that is no model and for a model that needs more than it may take, and as `CurrentEngine.change` throws.
 */
export async function useModel(
  engine: CurrentEngine,
  file: string,
  { first, ...local }: Choice,
  wanted = () => true,
): Promise<void> {
  const maxBytes = maxBytesOf(local)
  const inspected = inspectModel(file, engine.settings().context_tokens)
  const { requiredBytes } = await inspected.catch((error: unknown) => {
    if (error instanceof EngineFailed) throw NoChatModel()
    throw error
  })
  if (requiredBytes > maxBytes)
    throw ChatModelTooLarge({ required_mb: mebibytes(requiredBytes), memory_mb: mebibytes(maxBytes) })
  if (!wanted()) return
  const settings = engine.settings()
  const servers = placesOf(settings).filter(isServer)
  const next = {
    ...settings,
    first: first ? ('local' as const) : ('server' as const),
    local: { idle_minutes: settings.local.idle_minutes, ...local },
  }
  engine.change(withPlaces(next, first ? ['local', ...servers] : [...servers, 'local']))
  // The first message need not wait until it is in memory.
  engine.local()?.wake()
}

/** The language model that was chosen before it was on this machine. */
export interface NextModel {
  /** Null where none is. */
  readonly current: () => { readonly model: string; readonly failure: NextFailure | null } | null
  /** Fetches a model in the background and uses it once it is here; throws `SetByEnvironment`, and 404 for an unknown id. */
  readonly choose: (choice: Choice) => void
  /** Has nothing used any more when it comes; the download goes on. */
  readonly drop: () => void
  /** Uses what has come while nobody looked. */
  readonly resume: () => void
  readonly stop: () => void
}

interface NextModelDependencies {
  readonly home: Pick<Home, 'models'>
  readonly engine: CurrentEngine
  readonly chatModels: () => readonly ChatModel[]
  /** Fetches one of them in the background; one that is on its way stays as it is. */
  readonly download: (id: string) => void
  readonly bus: Bus
  readonly log: Log
}

/** Keeps what was chosen over restarts, and gives it up where its download is cancelled or its file removed. */
export function openNextModel(dependencies: NextModelDependencies): NextModel {
  const { home, engine, chatModels, download, bus, log } = dependencies
  const file = join(home.models, 'next-model.json')
  let chosen = readChoice(file)
  let failure: NextFailure | null = null
  let stopped = false

  const keep = (choice: Choice | null) => {
    chosen = choice
    failure = null
    if (choice) writeSecret(file, JSON.stringify(choice))
    else removeFile(file)
  }

  const use = async (): Promise<void> => {
    const choice = chosen
    const path = chatModels().find(({ entry }) => entry.id === choice?.model)?.file
    if (!choice || !path) return
    const wanted = () => !stopped && chosen === choice
    try {
      await useModel(engine, path, choice, wanted)
      if (wanted()) keep(null)
    } catch (error) {
      if (!wanted()) return
      failure = failureOf(error)
      log.warn({ err: error, model: choice.model }, 'the language model has come, but cannot be used')
    }
  }

  const unsubscribe = bus.subscribe('embedding.progress', {
    receive: ({ payload: { model, state } }) => {
      if (model !== chosen?.model) return
      if (state === 'ready') void use()
      // Who ends its download, or removes it, wants it no more.
      else if (state === 'missing') keep(null)
    },
  })

  return {
    current: () => chosen && { model: chosen.model, failure },
    choose: (choice) => {
      engine.assertChangeable()
      download(choice.model)
      keep(choice)
    },
    drop: () => {
      if (chosen) keep(null)
    },
    resume: () => void use(),
    stop: () => {
      stopped = true
      unsubscribe()
    },
  }
}

/** What was chosen before the last stop; a file that was edited until it does not fit is like none. */
function readChoice(file: string): Choice | null {
  try {
    const stored: unknown = JSON.parse(readIfThere(file) ?? 'null')
    return Value.Check(Choice, stored) ? stored : null
  } catch {
    return null
  }
}

function failureOf(error: unknown): NextFailure {
  const reason = error instanceof Failure ? error.details['reason'] : null
  return nextFailures.find((one) => one === reason) ?? 'not_set'
}
