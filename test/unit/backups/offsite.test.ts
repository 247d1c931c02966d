import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { makeKeys, openKeys } from '../../../daemon/features/backups/offsite/household-keys.ts'
import { readWords } from '../../../daemon/kernel/encryption/words.ts'
import { openFolderStore } from '../../../daemon/features/backups/offsite/folder-store.ts'
import { StoreProblem } from '../../../daemon/features/backups/offsite/object-store.ts'
import { landmark, setUpPlace } from '../../../daemon/features/backups/offsite/set-up.ts'
import {
  assemble,
  type Manifest,
  putFileInChunks,
  putManifest,
  readSnapshots,
} from '../../../daemon/features/backups/offsite/snapshots.ts'
import { chunkBytes, isBroken, openVault } from '../../../daemon/features/backups/offsite/vault.ts'
import { temporaryFolder } from '../../support/daemon.ts'

const root = temporaryFolder()
after(() => rmSync(root, { recursive: true, force: true }))
const home = join(root, 'home')
mkdirSync(home)

const hasAge = spawnSync('age', ['--version']).status === 0 && process.platform === 'linux'
const noAge = hasAge ? false : 'there is no age on this machine'

async function folderOf(name: string) {
  const folder = join(root, name)
  const made = await setUpPlace({ place: { location: folder, credentials: null }, home, keys: null })
  if (typeof made === 'string') throw new Error(made)
  const store = openFolderStore(folder, landmark)
  return { folder, ...made, store, vault: openVault(store, made.keys) }
}

async function snapshotOf({ vault }: Awaited<ReturnType<typeof folderOf>>, file: string, created_at: string) {
  const pieces = await putFileInChunks(vault, file, await vault.chunkIds())
  const more = {
    format: 1,
    reason: 'hourly',
    version: 1,
    secrets: [],
    tables: {},
    erased: [],
  } satisfies Partial<Manifest>
  const manifest: Manifest = { ...more, created_at, ...pieces }
  return { manifest, name: await putManifest(vault, manifest) }
}

const fileOf = (name: string, content: Buffer) => {
  const file = join(root, name)
  writeFileSync(file, content)
  return file
}

describe('A folder of encrypted backups', () => {
  it('stores a piece once, and puts the same file together again', async () => {
    const open = await folderOf('once')
    const content = Buffer.concat([randomBytes(chunkBytes), randomBytes(chunkBytes), randomBytes(1_000)])
    await snapshotOf(open, fileOf('one', content), '2026-01-01T00:00:00.000Z')
    assert.equal((await open.vault.chunkIds()).size, 3)
    content.fill(7, chunkBytes + 5, chunkBytes + 50)
    const { manifest } = await snapshotOf(open, fileOf('two', content), '2026-01-01T01:00:00.000Z')
    assert.equal((await open.vault.chunkIds()).size, 4)
    const to = join(root, 'together')
    assert.equal(await assemble(open.vault, manifest, to), null)
    assert.deepEqual(readFileSync(to), content)
  })

  it('tells a piece that is missing from one that is damaged', async () => {
    const open = await folderOf('broken')
    const { manifest } = await snapshotOf(
      open,
      fileOf('three', randomBytes(5_000)),
      '2026-01-01T00:00:00.000Z',
    )
    const [id = ''] = manifest.chunks
    const file = join(open.folder, 'chunks', id.slice(0, 2), `${id}.age`)
    const bytes = readFileSync(file)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(file, bytes)
    assert.equal((await assemble(open.vault, manifest, join(root, 'no')))?.problem, 'damaged')
    rmSync(file)
    assert.equal((await assemble(open.vault, manifest, join(root, 'no')))?.problem, 'missing')
  })

  it('takes no snapshot that somebody without the keys of the household has made', async () => {
    const open = await folderOf('forged')
    const { name } = await snapshotOf(open, fileOf('four', randomBytes(500)), '2026-01-01T00:00:00.000Z')
    const forger = openVault(open.store, { ...(await makeKeys()), recipient: open.keys.recipient })
    await open.store.put(name, await forger.seal(Buffer.from('{}')))
    const [snapshot] = await readSnapshots(open.vault)
    assert.ok(snapshot && isBroken(snapshot.manifest))
    assert.equal(snapshot.manifest.problem, 'damaged')
  })

  it('is written to only where its disk is there, and says otherwise', async () => {
    const open = await folderOf('away')
    rmSync(open.folder, { recursive: true })
    mkdirSync(open.folder)
    const isAway = (error: unknown) => error instanceof StoreProblem && error.trouble === 'away'
    await assert.rejects(open.store.put('chunks/ab/x.age', Buffer.from('x')), isAway)
    await assert.rejects(open.store.get('chunks/ab/x.age'), isAway)
    assert.deepEqual(readdirSync(open.folder), [])
  })

  it('lists nothing that a crash has left unfinished, and tidies it', async () => {
    const open = await folderOf('unfinished')
    await open.store.put('chunks/ab/whole.age', Buffer.from('x'))
    writeFileSync(join(open.folder, 'chunks', 'ab', 'half.age.1234.part'), 'y')
    assert.deepEqual(await open.store.list('chunks'), [{ name: 'chunks/ab/whole.age', bytes: 1 }])
    await open.store.tidy()
    assert.deepEqual(readdirSync(join(open.folder, 'chunks', 'ab')), ['whole.age'])
  })

  it('opens with its words however they are typed, and with the new ones alone after it was set up again', async () => {
    const { folder, keys, words } = await folderOf('words')
    const sealed = () => readFileSync(join(folder, 'identity.age'))
    assert.equal(readWords(`  ${words.toUpperCase().replaceAll(' ', '\n')} `), words)
    assert.equal(readWords(words.replace(/\S+$/, 'companion')), null)
    assert.deepEqual(await openKeys(sealed(), words), keys)
    const again = await setUpPlace({ place: { location: folder, credentials: null }, home, keys })
    assert.ok(typeof again !== 'string')
    assert.deepEqual(again.keys, keys)
    assert.equal(await openKeys(sealed(), words), null)
    assert.deepEqual(await openKeys(sealed(), again.words), keys)
  })

  it('is read by age alone, with the words', { skip: noAge }, async () => {
    const open = await folderOf('age')
    const content = randomBytes(chunkBytes + 1_000)
    const { manifest, name } = await snapshotOf(open, fileOf('five', content), '2026-01-01T00:00:00.000Z')
    // It asks on the terminal alone.
    const terminal = spawn('script', ['-qec', 'age -d -o key.txt identity.age', '/dev/null'], {
      cwd: open.folder,
    })
    terminal.stdout.once('data', () => terminal.stdin.write(`${open.words}\n`))
    await text(terminal.stdout)
    assert.match(readFileSync(join(open.folder, 'key.txt'), 'utf8'), /^AGE-SECRET-KEY-1/m)
    const decrypted = (file: string) => {
      const { status, stdout } = spawnSync('age', ['-d', '-i', 'key.txt', file], { cwd: open.folder })
      assert.equal(status, 0, file)
      return zstdDecompressSync(stdout)
    }
    assert.deepEqual(JSON.parse(decrypted(name).toString()), manifest)
    const pieces = manifest.chunks.map((id) => decrypted(`chunks/${id.slice(0, 2)}/${id}.age`))
    assert.equal(createHash('sha256').update(Buffer.concat(pieces)).digest('hex'), manifest.sha256)
    assert.deepEqual(Buffer.concat(pieces), content)
  })
})
