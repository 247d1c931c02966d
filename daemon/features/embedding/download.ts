import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../kernel/clock.ts'
import type { DownloadNotes } from './download-notes.ts'
import type { ModelEntry, ModelFile } from './manifest.ts'
import { transfer } from './transfer.ts'
import { TransferError, toTransferError } from './transfer-error.ts'

/** Milliseconds before each retry; an attempt that got further than all before starts the list over. */
const waits = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]

interface Download {
  readonly model: ModelEntry
  readonly folder: string
  readonly notes: DownloadNotes
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called with the bytes of all files received so far. */
  readonly progress: (bytes: number) => void
}

/**
 * Brings the files of a model to `folder`, each whole and with the right checksum or not at all. Rejects with
 * `TransferError`; what came so far stays for the next time, unless its checksum was wrong.
 */
export async function download({ model, folder, ...rest }: Download): Promise<void> {
  const { source } = model
  if (source.kind === 'embedded') return
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    let before = 0
    for (const file of model.files) {
      const already = before
      const url = new URL(file.url ?? file.name, source.base_url).href
      const progress = (bytes: number) => rest.progress(already + bytes)
      await bring(file, url, { ...rest, folder, progress })
      before += file.bytes
      rest.progress(before)
    }
  } catch (error) {
    throw toTransferError(error)
  }
}

async function bring(file: ModelFile, url: string, options: Omit<Download, 'model'>): Promise<void> {
  const { folder, notes, clock, signal } = options
  const { name, bytes, sha256 } = file
  const whole = join(folder, name)
  if (await isThere(whole, bytes)) return
  const part = `${whole}.part`
  let highest = 0
  for (let failures = 0; ;) {
    const progress = (count: number) => {
      if (count > highest) failures = 0
      highest = Math.max(highest, count)
      options.progress(count)
    }
    const etag = notes.etag(name)
    const learn = (found: string | null) => notes.learn(name, found)
    try {
      await transfer({ url, part, bytes, etag, signal, clock, learn, progress })
      break
    } catch (error) {
      const wait = waits[failures]
      if (toTransferError(error).final || wait === undefined || signal.aborted) throw error
      failures += 1
      await passed(wait, clock, signal)
    }
  }
  if ((await checksum(part, signal)) !== sha256) {
    await rm(part)
    throw new TransferError(`the checksum of ${name} is wrong; the file was removed`, true)
  }
  await rename(part, whole)
}

/** Whether a file exists with its size; it gets its name only once its checksum is right. */
export async function isThere(file: string, bytes: number): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size === bytes,
    () => false,
  )
}

async function checksum(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash, { signal })
  return hash.digest('hex')
}

/** Resolves after a wait; rejects at once when it is aborted. */
function passed(wait: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      cancel()
      reject(new TransferError('cancelled', true))
    }
    const cancel = clock.after(wait, () => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
    signal.addEventListener('abort', abort, { once: true })
  })
}
