import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { iso, systemClock } from '../../../kernel/clock.ts'
import { homeKeyOf } from '../../../kernel/encryption/home-key.ts'
import { makeWords } from '../../../kernel/encryption/words.ts'
import { workFactor } from '../../../kernel/encryption/work-factor.ts'
import { isDiskFull } from '../../../kernel/errors.ts'
import { createHome, type Home, locateHome, removeFile, writeSecret } from '../../../kernel/home.ts'
import {
  type Moved,
  type MoveProblem,
  type MoveRequest,
  type Received,
} from '../../../kernel/offline/move.ts'
import { copyOnline, examine, finishCopy } from '../../../store/backup.ts'
import { tryLockHome } from '../../../store/lock.ts'
import { latestVersion } from '../../../store/migrate.ts'
import { stagedFor } from '../../../store/restore.ts'
import { writeAll } from '../../../store/write-all.ts'
import { describe } from '../database-copy.ts'
import { contentOf } from '../database-content.ts'
import { discard } from '../erasing.ts'
import { countRows } from './database-facts.ts'
import { readSecrets } from './home-secrets.ts'
import { homeHasMembers, takeIn, withPassphrase } from './restoring.ts'
import { householdSettings, mergeSettings } from './settings-moved.ts'
import { Manifest, useKeyOf } from './snapshots.ts'

/** As a logarithm to the base 2: 64 MiB; the words themselves are beyond guessing. */
const scryptWorkFactor = 16
/** What the first line may be at most, in bytes. */
const maxHeaderBytes = 67_108_864
const newline = 0x0a

/** The first line of a moved home, in JSON; its database follows, byte for byte. */
const Header = Type.Object({
  companion_move: Type.Literal(1),
  manifest: Manifest,
  /** What of `config.json` belongs to the household, as it stands there. */
  settings: Type.Record(Type.String(), Type.Unknown()),
})
type Header = Static<typeof Header>

/** The file does not hold what was written. */
class Damaged extends Error {}

/**
 * Writes a whole home into a new file, encrypted with words: the database as it is now, whether or not a daemon runs on it,
 * the keys, and the settings of the household. To retire it, no daemon may run: nothing that is said after this is lost.
 */
export async function moveHome(request: MoveRequest): Promise<Moved | MoveProblem> {
  const home = locateHome({ ...process.env, COMPANION_HOME: request.home })
  if (!existsSync(home.database) || !homeHasMembers(home)) return { problem: 'no_household' }
  const lock = request.retire ? tryLockHome(home) : null
  if (request.retire && lock === null) return { problem: 'in_use' }
  const copy = join(home.backups, 'move.part')
  const words = request.words ?? makeWords()
  try {
    discard(copy)
    // Before the database, which is never older then.
    const [secrets, key] = [readSecrets(home), homeKeyOf(home.path)]
    await copyOnline(home.database, copy)
    const { version, problem } = examine(copy)
    if (problem !== null) throw new Error(`the copy is damaged: ${problem}`)
    const { bytes, sha256 } = describe(copy)
    const manifest: Manifest = {
      format: 1,
      created_at: iso(systemClock.now()),
      reason: 'manual',
      version,
      bytes,
      sha256,
      tables: countRows(copy),
      chunks: [],
      secrets,
      ...(key && { home_key: key.toString('hex') }),
      erased: [],
    }
    const header: Header = { companion_move: 1, manifest, settings: householdSettings(home.config) }
    await pack(request.file, words, header, copy)
    const content = contentOf(copy)
    if (request.retire) writeSecret(home.retired, `${JSON.stringify({ retired_at: manifest.created_at })}\n`)
    const { size } = statSync(request.file)
    return { file: request.file, home: home.path, words, bytes: size, retired: request.retire, ...content }
  } catch (error) {
    // What was there before is somebody's.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') removeFile(request.file)
    if (isDiskFull(error)) return { problem: 'full' }
    throw error
  } finally {
    discard(copy)
    lock?.release()
  }
}

/** Lets age work on a stream as browsers have it, whose types and those of Node do not fit one another. */
async function throughAge(
  source: AsyncIterable<Uint8Array>,
  work: (stream: never) => Promise<unknown>,
): Promise<AsyncIterable<Uint8Array>> {
  return (await work(ReadableStream.from(source) as never)) as AsyncIterable<Uint8Array>
}

async function pack(file: string, words: string, header: Header, copy: string): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(words)
  encrypter.setScryptWorkFactor(workFactor(scryptWorkFactor))
  await pipeline(
    async function* () {
      yield Buffer.from(`${JSON.stringify(header)}\n`)
      yield* createReadStream(copy)
    },
    createZstdCompress(),
    async function* (source: AsyncIterable<Uint8Array>) {
      yield* await throughAge(source, (stream) => encrypter.encrypt(stream))
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
}

/**
 * Builds a home from a file that `moveHome` has written: its database, which the next start puts in its place and ends all
 * sessions of, its keys and its settings. A home with a household, or one on which a daemon runs, is left alone; so is every
 * home where the file is cut or altered.
 */
export async function receiveHome(request: {
  readonly file: string
  readonly home: string
  readonly words: string
  readonly passphrase: string | null
}): Promise<Received | MoveProblem> {
  const home = locateHome({ ...process.env, COMPANION_HOME: request.home })
  createHome(home)
  const lock = tryLockHome(home)
  if (lock === null) return { problem: 'in_use' }
  const waiting = `${stagedFor(home.database)}.part`
  try {
    if (homeHasMembers(home)) return { problem: 'has_members' }
    const header = await unpack(request.file, request.words, waiting)
    if (header === null) return { problem: 'wrong_words' }
    const { manifest, settings } = header
    const latest = latestVersion()
    if (manifest.version > latest) return { problem: 'too_new', version: manifest.version, supported: latest }
    useKeyOf(manifest, home.path)
    finishCopy(waiting)
    if (examine(waiting).problem !== null) return { problem: 'damaged' }
    const id = `move ${manifest.sha256.slice(0, 16)}`
    const taken = takeIn(home, waiting, { id, created_at: manifest.created_at, manifest }, [{ manifest }])
    mergeSettings(home.config, settings)
    const { words } = await withPassphrase(home, { ...taken, words: null }, request.passphrase)
    return { ...taken, words, home: home.path, moved_at: manifest.created_at }
  } catch (error) {
    if (error instanceof Damaged) return { problem: 'damaged' }
    if (isDiskFull(error)) return { problem: 'full' }
    throw error
  } finally {
    discard(waiting)
    lock.release()
  }
}

/** Writes the database of a file to `to`; null where the words do not open it. Throws `Damaged`. */
async function unpack(file: string, words: string, to: string): Promise<Header | null> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(words)
  let opened = false
  const sink = openSink(to)
  try {
    await pipeline(
      createReadStream(file),
      async function* (source: AsyncIterable<Uint8Array>) {
        const plain = await throughAge(source, (stream) => decrypter.decrypt(stream))
        opened = true
        yield* plain
      },
      createZstdDecompress(),
      async (source: AsyncIterable<Buffer>) => {
        for await (const content of source) sink.take(content)
      },
    )
    return sink.end()
  } catch (error) {
    if (isDiskFull(error)) throw error
    if (!opened && String(error).includes('no identity matched')) return null
    throw new Damaged(String(error), { cause: error })
  } finally {
    sink.close()
  }
}

/** Takes what was decrypted, piece by piece: the first line for itself, the database into a file, which is on the disk at the end. */
function openSink(to: string) {
  const descriptor = openSync(to, 'w', 0o600)
  const hash = createHash('sha256')
  let first: Buffer[] = []
  let header: Header | null = null
  let bytes = 0

  const read = (line: Buffer): Header => {
    const parsed: unknown = JSON.parse(line.toString('utf8'))
    if (!Value.Check(Header, parsed)) throw new Damaged('the first line is none of a moved home')
    return parsed
  }
  const write = (content: Buffer) => {
    writeAll(descriptor, content)
    hash.update(content)
    bytes += content.length
  }

  return {
    take: (content: Buffer) => {
      if (header) return write(content)
      const end = content.indexOf(newline)
      first.push(end === -1 ? content : content.subarray(0, end))
      if (first.reduce((sum, one) => sum + one.length, 0) > maxHeaderBytes)
        throw new Damaged('the first line is too long')
      if (end === -1) return
      header = read(Buffer.concat(first))
      first = []
      write(content.subarray(end + 1))
    },
    end: (): Header => {
      if (!header || bytes !== header.manifest.bytes || hash.digest('hex') !== header.manifest.sha256)
        throw new Damaged('the database is not what was written')
      fsyncSync(descriptor)
      return header
    },
    close: () => closeSync(descriptor),
  }
}

/** Lets a home that was retired start again; false where it was not. */
export function bringBack(path: string): boolean {
  const home: Home = locateHome({ ...process.env, COMPANION_HOME: path })
  if (!existsSync(home.retired)) return false
  removeFile(home.retired)
  return true
}
