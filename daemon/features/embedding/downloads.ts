import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { download, type FetchedModel } from './download.ts'
import { openDownloadNotes } from './download-notes.ts'
import type { FileFacts } from './transfer.ts'
import { toTransferError } from './transfer-error.ts'

interface DownloadsDependencies {
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  readonly current: (id: string) => FetchedModel
  /** Told what a server says of the file of a model that was added. */
  readonly learn: (id: string, told: FileFacts) => void
  /** Told how much of a model is here, and how much of that has just come. */
  readonly progress: (model: FetchedModel, bytes: number, received: number) => void
  /** Told the end of a download that was not cancelled: null, or why it failed. */
  readonly ended: (model: FetchedModel, error: string | null) => void
}

/** Model downloads in the background, one at a time; interrupted ones resume at the next start. */
export function openDownloads(dependencies: DownloadsDependencies) {
  const { folder, clock, log, current, ended } = dependencies
  const oneAtATime = pLimit(1)
  const running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>()
  const notesOf = ({ id }: FetchedModel) => openDownloadNotes(join(folder, id))

  const run = async (model: FetchedModel, signal: AbortSignal) => {
    if (signal.aborted) return
    const notes = notesOf(model)
    const { id } = model
    const failure = await download({
      current: () => current(id),
      folder: join(folder, id),
      notes,
      clock,
      signal,
      learn: (told) => dependencies.learn(id, told),
      progress: (bytes, received) => dependencies.progress(model, bytes, received),
    }).then(() => null, toTransferError)
    if (signal.aborted) return
    running.delete(model.id)
    if (failure === null || failure.final) notes.end()
    if (failure === null) log.info({ model: model.id }, 'a model is ready')
    else log.warn({ model: model.id, reason: failure.message }, 'a model could not be downloaded')
    ended(model, failure?.message ?? null)
  }

  return {
    /** Whether a download of the model was begun and has not ended, now or before the last stop. */
    started: (model: FetchedModel): boolean => notesOf(model).started(),

    /** Starts or resumes; does nothing if it is running or queued already. */
    begin: (model: FetchedModel): void => {
      if (running.has(model.id)) return
      notesOf(model).begin()
      const abort = new AbortController()
      const done = oneAtATime(run, model, abort.signal)
      running.set(model.id, { abort, done })
      // Nothing that it awaits rejects but what it catches; should that change, the log says so.
      done.catch((error: unknown) => log.error({ err: error }, 'a download ended in an error'))
    },

    /** Ends a download and removes what came of it. */
    cancel: async (model: FetchedModel): Promise<void> => {
      const download = running.get(model.id)
      download?.abort.abort()
      await download?.done
      running.delete(model.id)
      await rm(join(folder, model.id), { recursive: true, force: true })
    },

    /** Interrupts all; what came so far stays. */
    stop: async (): Promise<void> => {
      for (const { abort } of running.values()) abort.abort()
      await Promise.allSettled([...running.values()].map(({ done }) => done))
      running.clear()
    },
  }
}
