import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readIfThere, writeSecret } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { closed, nullable } from '../../kernel/schema.ts'
import type { FileFacts } from './transfer.ts'

const OwnFile = Type.Object(
  {
    name: Type.Literal('model.gguf'),
    /** Null until its server has told it, as the next one. */
    bytes: nullable(Type.Integer({ minimum: 0 })),
    sha256: nullable(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  },
  closed,
)

const OwnEntry = Type.Object(
  {
    id: Type.String({ pattern: '^own-[a-z0-9.-]{1,60}$' }),
    title: Type.String({ minLength: 1 }),
    url: Type.String({ pattern: '^https?://' }),
    /** Whether the checksum was given, so that no server's word takes its place. */
    pinned: Type.Boolean(),
    files: Type.Tuple([OwnFile]),
  },
  closed,
)
/** A language model in one GGUF file that somebody has added by its address. */
export type OwnEntry = Static<typeof OwnEntry>

const OwnFiles = Type.Object({ models: Type.Array(OwnEntry) }, closed)

export interface WantedModel {
  readonly url: string
  /** In hex digits; left out where the server's word counts. */
  readonly sha256?: string
  /** Left out for the name of the file. */
  readonly title?: string
}

/** With what every GGUF file begins. */
export const ggufMagic = 'GGUF'

/** The models that somebody has added, in the order in which that was; they are kept in `own.json` of the models' folder. */
export function openOwnModels(folder: string, log: Log) {
  const file = join(folder, 'own.json')
  let entries = readOwn(file, log)
  const keep = (next: readonly OwnEntry[]) => {
    entries = next
    writeSecret(file, JSON.stringify({ models: next }, null, 2))
  }
  const replace = (id: string, change: (entry: OwnEntry) => OwnEntry) =>
    keep(entries.map((one) => (one.id === id ? change(one) : one)))

  return {
    all: () => entries,

    /** Keeps a model of an address, under an id of its own; one that is there already may get another checksum or title. */
    add: ({ url, sha256, title }: WantedModel): OwnEntry => {
      const pinned = sha256?.toLowerCase()
      const name = fileName(url)
      const existing = entries.find((one) => one.url === url)
      const id = existing?.id ?? freeId(name, new Set(entries.map((one) => one.id)))
      const [before] = existing?.files ?? []
      const entry: OwnEntry = {
        id,
        title: title ?? existing?.title ?? name,
        url,
        pinned: pinned !== undefined || existing?.pinned === true,
        files: [
          { name: 'model.gguf', bytes: before?.bytes ?? null, sha256: pinned ?? before?.sha256 ?? null },
        ],
      }
      if (existing) replace(id, () => entry)
      else keep([...entries, entry])
      return entry
    },

    /** Keeps what the server of a model tells of its file. */
    learn: (id: string, { bytes, sha256 }: FileFacts) => {
      const [before] = entries.find((one) => one.id === id)?.files ?? []
      if (!before) return
      const pinned = entries.some((one) => one.id === id && one.pinned)
      const now = { ...before, bytes, sha256: pinned ? before.sha256 : sha256 }
      if (now.bytes === before.bytes && now.sha256 === before.sha256) return
      replace(id, (entry) => ({ ...entry, files: [now] }))
    },

    remove: (id: string) => keep(entries.filter((one) => one.id !== id)),
  }
}

function readOwn(file: string, log: Log): readonly OwnEntry[] {
  const text = readIfThere(file)
  if (text === null) return []
  try {
    const read: unknown = JSON.parse(text)
    if (Value.Check(OwnFiles, read)) return read.models
  } catch {
    // What is no JSON is like what does not fit.
  }
  log.warn({ file: 'own.json' }, 'the list of models that were added does not fit, and is not used')
  return []
}

/** The name of the file at an address, without its ending; `model` where it has none. */
function fileName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  return decoded(last).replace(/\.gguf$/i, '') || 'model'
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const maxNameLength = 50

function freeId(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .slice(0, maxNameLength)
    .replaceAll(/^[.-]+|[.-]+$/g, '')
  const id = `own-${plain || 'model'}`
  for (let count = 1; ; count += 1) {
    const next = count === 1 ? id : `${id}-${count}`
    if (!taken.has(next)) return next
  }
}
