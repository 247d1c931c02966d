import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../kernel/clock.ts'
import type { DownloadNotes } from './download-notes.ts'
import type { ModelEntry } from './manifest.ts'
import { ggufMagic, type OwnEntry } from './own-models.ts'
import { assertBegins, type FileFacts, transfer } from './transfer.ts'
import { TransferError, toTransferError } from './transfer-error.ts'

/** Milliseconds before each retry; an attempt that got further than all before starts the list over. */
const waits = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]

/** A model that can be fetched: one of the manifest, or one that somebody has added. */
export type FetchedModel = ModelEntry | OwnEntry

/** Whether somebody has added it. */
export const isOwn = (model: FetchedModel): model is OwnEntry => 'pinned' in model

/** A file of a model, and what is known of it; of a model that was added, its server tells more. */
interface WantedFile {
  readonly name: string
  readonly url: string
  readonly own: boolean
  readonly expected: () => { readonly bytes: number | null; readonly sha256: string | null }
}

interface Download {
  /** As it is now: what is known of one that was added grows. */
  readonly current: () => FetchedModel
  readonly folder: string
  readonly notes: DownloadNotes
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Told what a server says of the file of a model that was added. */
  readonly learn: (told: FileFacts) => void
  /** Called with the bytes of all files that are here so far, and how many of them have just come. */
  readonly progress: (bytes: number, received: number) => void
}

/**
 * Brings the files of a model to `folder`, each whole and with the right checksum or not at all. Rejects with
 * `TransferError`; what came so far stays for the next time, unless its checksum was wrong.
 */
export async function download({ current, folder, ...rest }: Download): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    let before = 0
    for (const file of wantedFiles(current)) {
      const already = before
      const progress = (bytes: number, received: number) => rest.progress(already + bytes, received)
      await bring(file, { ...rest, folder, progress })
      before += file.expected().bytes ?? 0
      rest.progress(before, 0)
    }
  } catch (error) {
    throw toTransferError(error)
  }
}

function wantedFiles(current: () => FetchedModel): readonly WantedFile[] {
  const model = current()
  if (isOwn(model)) {
    const [{ name }] = model.files
    return [{ name, url: model.url, own: true, expected: () => current().files[0] ?? model.files[0] }]
  }
  const { source, files } = model
  if (source.kind === 'embedded') return []
  return files.map((file) => ({
    name: file.name,
    url: new URL(file.url ?? file.name, source.base_url).href,
    own: false,
    expected: () => file,
  }))
}

async function bring(file: WantedFile, options: Omit<Download, 'current'>): Promise<void> {
  const { folder, signal } = options
  const { name, own, expected } = file
  const whole = join(folder, name)
  const { bytes } = expected()
  if (bytes !== null && (await isThere(whole, bytes))) return
  const part = `${whole}.part`
  await transferred(file, part, options)
  if (own) await assertBegins(part, ggufMagic)
  const { sha256 } = expected()
  if (sha256 !== null && (await checksum(part, signal)) !== sha256) {
    await rm(part)
    throw new TransferError(`the checksum of ${name} is wrong; the file was removed`, true)
  }
  await rename(part, whole)
}

/** Fills the part of a file, in as many attempts as it takes. */
async function transferred(
  { name, url, own, expected }: WantedFile,
  part: string,
  { notes, clock, signal, ...options }: Omit<Download, 'current'>,
): Promise<void> {
  const magic = own ? ggufMagic : null
  const learn = (told: FileFacts) => {
    // What is known of a file has to be kept before what came of it.
    if (own) options.learn(told)
    notes.learn(name, told.etag)
  }
  let highest = 0
  for (let failures = 0; ;) {
    const progress = (count: number, received: number) => {
      if (count > highest) failures = 0
      highest = Math.max(highest, count)
      options.progress(count, received)
    }
    const { bytes } = expected()
    const etag = notes.etag(name)
    try {
      await transfer({ url, part, bytes, pinned: !own, magic, etag, signal, clock, learn, progress })
      return
    } catch (error) {
      const wait = waits[failures]
      if (toTransferError(error).final || wait === undefined || signal.aborted) throw error
      failures += 1
      await passed(wait, clock, signal)
    }
  }
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
