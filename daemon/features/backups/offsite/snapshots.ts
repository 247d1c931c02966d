import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, rmSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { useHomeKey } from '../../../kernel/encryption/home-key.ts'
import { Moment } from '../../../kernel/schema.ts'
import { writeAll } from '../../../store/write-all.ts'
import { type Broken, chunkBytes, isBroken, type Vault } from './vault.ts'

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** What a snapshot is made of. */
export const Manifest = Type.Object({
  format: Type.Literal(1),
  created_at: Moment,
  reason: Type.Enum(['set_up', 'hourly', 'manual']),
  version: Type.Integer({ minimum: 0 }),
  /** Of the database. */
  bytes: Type.Integer({ minimum: 1 }),
  sha256: Sha256,
  /** How many rows each table has. */
  tables: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  chunks: Type.Array(Sha256),
  /** The files of the home without which the database is worth little: names from the home's folder, contents in base64. */
  secrets: Type.Array(Type.Object({ name: Type.String(), content: Type.String() })),
  /** The key of the home, in hexadecimal, where that was encrypted: the database and the secrets are, with it. */
  home_key: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  /** The resets of members that were carried out in it, by their ids. */
  erased: Type.Array(Type.String()),
})
export type Manifest = Static<typeof Manifest>

/** Has what lies at a path read and written with the key of a snapshot, where that has one. */
export function useKeyOf({ home_key }: Pick<Manifest, 'home_key'>, path: string): void {
  useHomeKey(path, home_key === undefined ? null : Buffer.from(home_key, 'hex'))
}

export interface Snapshot {
  /** By which people name it: 16 hexadecimal digits. */
  readonly id: string
  readonly name: string
  readonly created_at: string
  /** What it is made of, or why that cannot be read. */
  readonly manifest: Manifest | Broken
}

const idLength = 16
const named = /^snapshots\/(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d\.\d{3}Z)-([0-9a-f]{16})\.age$/

/** The pieces of a database file, where each is a piece of the file by itself. */
type Pieces = Pick<Manifest, 'bytes' | 'sha256' | 'chunks'>

/** Cuts a file into pieces, and puts those that are not among the `known` yet, which grow by them. */
export async function putFileInChunks(vault: Vault, file: string, chunkIds: Set<string>): Promise<Pieces> {
  const descriptor = openSync(file, 'r')
  try {
    const hash = createHash('sha256')
    const chunks: string[] = []
    let bytes = 0
    for (;;) {
      const content = Buffer.alloc(chunkBytes)
      const read = readSync(descriptor, content, 0, chunkBytes, bytes)
      if (read === 0) return { bytes, sha256: hash.digest('hex'), chunks }
      const piece = content.subarray(0, read)
      bytes += read
      hash.update(piece)
      const id = vault.idOf(piece)
      chunks.push(id)
      if (chunkIds.has(id)) continue
      await vault.putChunk(id, piece)
      chunkIds.add(id)
    }
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Puts the database of a snapshot together in a new file, on the disk when this resolves; answers what is broken, and
 * leaves no file then. `mend` is called with what is broken and its place in the file, and may answer what belongs there.
 */
export async function assemble(
  vault: Vault,
  manifest: Manifest,
  to: string,
  mend: (broken: Broken, at: number, id: string) => Promise<Buffer | null> = () => Promise.resolve(null),
): Promise<Broken | null> {
  const descriptor = openSync(to, 'w', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  let broken: Broken | null = null
  try {
    for (const id of manifest.chunks) {
      const read = await vault.getChunk(id)
      const content: Buffer | null = isBroken(read) ? await mend(read, bytes, id) : read
      if (content === null) {
        broken = read as Broken
        break
      }
      writeAll(descriptor, content)
      hash.update(content)
      bytes += content.length
    }
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  if (broken === null && (bytes !== manifest.bytes || hash.digest('hex') !== manifest.sha256))
    broken = { problem: 'damaged', name: manifest.created_at }
  if (broken !== null) rmSync(to, { force: true })
  return broken
}

/** Puts a snapshot among the others; answers its name. Its id is an HMAC of what it says, so that nobody else can make one. */
export async function putManifest(vault: Vault, manifest: Manifest): Promise<string> {
  const content = Buffer.from(JSON.stringify(manifest))
  const id = vault.idOf(content).slice(0, idLength)
  const name = `snapshots/${manifest.created_at.replaceAll(':', '')}-${id}.age`
  await vault.store.put(name, await vault.seal(content))
  return name
}

/** All snapshots, the newest first. */
export async function readSnapshots(vault: Vault): Promise<Snapshot[]> {
  const snapshots: Snapshot[] = []
  for (const { name } of await vault.store.list('snapshots')) {
    const [, day, hours, minutes, seconds, id = ''] = named.exec(name) ?? []
    if (id === '') continue
    const created_at = `${day}${hours}:${minutes}:${seconds}`
    snapshots.push({ id, name, created_at, manifest: await readManifest(vault, { name, id, created_at }) })
  }
  return snapshots.toSorted((one, other) => (one.name < other.name ? 1 : -1))
}

async function readManifest(
  vault: Vault,
  { name, id, created_at }: Omit<Snapshot, 'manifest'>,
): Promise<Manifest | Broken> {
  const sealed = await vault.store.get(name)
  if (sealed === null) return { problem: 'missing', name }
  const content = await vault.unseal(sealed)
  if (content === null || !vault.idOf(content).startsWith(id)) return { problem: 'damaged', name }
  const manifest: unknown = JSON.parse(content.toString('utf8'))
  return Value.Check(Manifest, manifest) && manifest.created_at === created_at
    ? manifest
    : { problem: 'damaged', name }
}
