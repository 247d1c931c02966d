import { basename, extname } from 'node:path'
import { totalmem } from 'node:os'
import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import { type LocalHost, openLocalHost } from './local-host.ts'
import { localModel } from './local-model.ts'
import { type ModelSettings, withThoughtsApart } from '../models/language-model.ts'
import { type ModelEngine, openModelEngine } from '../models/model-engine.ts'

/** A language model that runs on this machine, and what it may take of it. */
export interface LocalSettings extends ModelSettings {
  /** The id of a model that Companion knows, or the path of a GGUF file. */
  readonly model: string
  /** What it may take of the memory, in MiB; undefined for as much as Companion leaves to a model. */
  readonly memory_mb?: number | undefined
  /** After so many minutes without a message it gives back its memory. */
  readonly idle_minutes: number
}

/** The share of the machine's memory that a model may take where nothing else is set: the rest is for everything else. */
const memoryShare = 0.6
export const mebibyte = 2 ** 20

/** What a model may take of the memory, in bytes. */
export const maxBytesOf = ({ memory_mb }: Pick<LocalSettings, 'memory_mb'>): number =>
  memory_mb === undefined ? Math.floor(totalmem() * memoryShare) : memory_mb * mebibyte

/** How replies name a model of this machine. */
export const localName = (model: string): string =>
  `local:${basename(model, extname(model) === '.gguf' ? '.gguf' : '')}`

interface LocalEngineDependencies {
  readonly settings: LocalSettings
  /** The path of its GGUF file; throws where it is not there. */
  readonly file: () => string
  readonly clock: Clock
  readonly log: Log
}

export interface LocalEngine extends ModelEngine {
  /** Begins to load it, unless it is in memory or is left alone after failures; it rests again as after a message. */
  readonly wake: () => void
  readonly state: LocalHost['state']
}

/** The engine of a model of this machine, in a process of its own that starts with the first message and ends when it rests. */
export function openLocalEngine({ settings, file, clock, log }: LocalEngineDependencies): LocalEngine {
  const name = localName(settings.model)
  const host = openLocalHost({
    file,
    contextTokens: settings.context_tokens,
    maxBytes: maxBytesOf(settings),
    idleMs: settings.idle_minutes * 60_000,
    log,
  })
  const engine = openModelEngine({
    name,
    at: null,
    settings,
    open: () => withThoughtsApart(localModel(host, settings.model)),
    look: async () => void file(),
    clock,
    log,
  })
  return {
    ...engine,
    wake: () => {
      if (engine.available()) host.wake()
    },
    state: host.state,
    stop: () => {
      engine.stop()
      void host.stop()
    },
  }
}
