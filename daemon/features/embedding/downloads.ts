import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { download } from './download.ts'
import { openDownloadNotes } from './download-notes.ts'
import type { ModelEntry } from './manifest.ts'
import { toTransferError } from './transfer-error.ts'

interface DownloadsDependencies {
  /** Where each model has its folder. */
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  readonly progress: (model: ModelEntry, bytes: number) => void
  /** Told the end of a download that was not cancelled: null, or why it failed. */
  readonly ended: (model: ModelEntry, error: string | null) => void
}

/** Model downloads in the background, one at a time; interrupted ones resume at the next start. */
export function openDownloads({ folder, clock, log, progress, ended }: DownloadsDependencies) {
  const oneAtATime = pLimit(1)
  const running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>()
  const notesOf = ({ id }: ModelEntry) => openDownloadNotes(join(folder, id))

  const run = async (model: ModelEntry, signal: AbortSignal) => {
    if (signal.aborted) return
    const notes = notesOf(model)
    const at = { model, folder: join(folder, model.id), notes, clock, signal }
    const failure = await download({ ...at, progress: (bytes) => progress(model, bytes) }).then(
      () => null,
      toTransferError,
    )
    if (signal.aborted) return
    running.delete(model.id)
    if (failure === null || failure.final) notes.end()
    if (failure === null) log.info({ model: model.id }, 'an embedding model is ready')
    else log.warn({ model: model.id, reason: failure.message }, 'an embedding model could not be downloaded')
    ended(model, failure?.message ?? null)
  }

  return {
    /** Whether a download of the model was begun and has not ended, now or before the last stop. */
    started: (model: ModelEntry): boolean => notesOf(model).started(),

    /** Starts or resumes; does nothing if it is running or queued already. */
    begin: (model: ModelEntry): void => {
      if (running.has(model.id)) return
      notesOf(model).begin()
      const abort = new AbortController()
      const done = oneAtATime(run, model, abort.signal)
      running.set(model.id, { abort, done })
      // Nothing that it awaits rejects but what it catches; should that change, the log says so.
      done.catch((error: unknown) => log.error({ err: error }, 'a download ended in an error'))
    },

    /** Ends a download and removes what came of it. */
    cancel: async (model: ModelEntry): Promise<void> => {
      const found = running.get(model.id)
      found?.abort.abort()
      await found?.done
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
