import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { openFolderStore } from '../../../daemon/features/backups/offsite/folder-store.ts'
import { landmark } from '../../../daemon/features/backups/offsite/set-up.ts'
import { assemble, readSnapshots } from '../../../daemon/features/backups/offsite/snapshots.ts'
import { isBroken, openVault } from '../../../daemon/features/backups/offsite/vault.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { verifyReceipt } from '../../../daemon/kernel/offline/receipt.ts'
import { cli } from '../../support/cli.ts'
import { ManualClock } from '../../support/clock.ts'
import { password, signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { filesHolding } from '../../support/homes/home-files.ts'
import { itLong, itScaled as it } from '../../support/long.ts'
import { soon } from '../../support/processes.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const [hour, day] = [3_600_000, 86_400_000]
const facts = [
  'Grandma Ilse keeps her spare key under the blue flowerpot',
  'The boiler was serviced by Hansen in October',
  'Nora is allergic to hazelnuts',
]

async function prepared() {
  const clock = new ManualClock()
  const root = temporaryFolder()
  const [home, folder] = [join(root, 'home'), join(root, 'disk', 'companion')]
  mkdirSync(home)
  mkdirSync(join(root, 'disk'))
  // What a crash in the middle of a trial leaves.
  mkdirSync(join(home, 'backups', 'drill'), { recursive: true })
  writeFileSync(join(home, 'backups', 'drill', 'companion.db'), 'unencrypted')
  const config = { backups: { daily: false } }
  const daemon = await startTestDaemon({ home, clock, config })
  after(async () => {
    await daemon.stop()
    rmSync(root, { recursive: true, force: true })
  })
  const owner = await daemon.owner()
  let token = owner.access_token
  const ask = async (route: string, payload?: object, by = token) =>
    rest(daemon, route, { token: by, ...(payload && { payload }) })
  const status = async () => (await ask('GET /backups/destination')).body.data
  /** The status once nothing runs and `fits` holds. */
  const settled = (fits: (now: Awaited<ReturnType<typeof status>>) => boolean) =>
    soon(async () => {
      const now = await status()
      return !now.running && fits(now) ? now : null
    })
  const pass = async (time: number) => {
    clock.advance(time)
    token = (await signIn(daemon, 'olga')).access_token
  }
  const remember = async (content: string, by = token) => {
    const { status: answered } = await ask('POST /memory/store', { content }, by)
    assert.equal(answered, 201)
  }
  return {
    clock,
    root,
    home,
    folder,
    daemon,
    owner,
    ask,
    status,
    settled,
    pass,
    remember,
    token: () => token,
  }
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('Backups on another disk', async () => {
  const house = await prepared()
  const { clock, folder, home, ask, settled, pass, remember, daemon, root } = house
  let words = ''
  /** The folder, opened with the keys that the home has. */
  const opened = () => {
    const keys = JSON.parse(readFileSync(locateHome({ COMPANION_HOME: home }).offsiteKeys, 'utf8'))
    return openVault(openFolderStore(folder, landmark), keys)
  }

  /** How many of the snapshots that can be put together hold one of these. */
  const holding = async (...texts: string[]) => {
    const vault = opened()
    let count = 0
    for (const { manifest } of await readSnapshots(vault)) {
      const to = join(root, 'looked-into')
      if (isBroken(manifest) || (await assemble(vault, manifest, to)) !== null) continue
      if (texts.some((text) => readFileSync(to).includes(text))) count += 1
    }
    return count
  }

  it('are off until a folder is set up', async () => {
    const { location: none, set_up, there } = await house.status()
    assert.deepEqual([none, set_up, there], [null, false, false])
    assert.equal(existsSync(join(home, 'backups', 'drill')), false)
  })

  it('want a whole path of a folder that is there, outside the home, and neither the system’s nor anybody else’s', async () => {
    const reasonOf = async (refused: string) =>
      errorOf(await ask('POST /backups/destination', { location: refused }))[2].reason
    assert.equal(await reasonOf('companion'), 'folder_unusable')
    assert.equal(await reasonOf(join(root, 'no', 'disk')), 'folder_unusable')
    assert.equal(await reasonOf(join(home, 'backups')), 'folder_in_home')
    const ofSystem = process.platform === 'win32' ? (process.env['SystemRoot'] ?? '') : '/etc'
    assert.equal(await reasonOf(join(ofSystem, 'companion')), 'folder_of_system')
    assert.equal(existsSync(join(ofSystem, 'companion')), false)
    const taken = join(root, 'taken')
    mkdirSync(taken)
    writeFileSync(join(taken, 'README.txt'), 'mine')
    assert.equal(await reasonOf(taken), 'folder_taken')
    assert.equal(readFileSync(join(taken, 'README.txt'), 'utf8'), 'mine')
  })

  it('are set up with twelve words that are shown once, and made right away', async () => {
    for (const fact of facts) await remember(fact)
    const made = await rest(daemon, 'POST /backups/destination', {
      token: house.token(),
      payload: { location: folder },
      headers: { 'Idempotency-Key': 'k1' },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    ;({ words } = made.body.data)
    assert.match(words, /^([a-z]+ ){11}[a-z]+$/)
    const again = await rest(daemon, 'POST /backups/destination', {
      token: house.token(),
      payload: { location: folder },
      headers: { 'Idempotency-Key': 'k1' },
    })
    assert.equal(errorOf(again)[2].reason, 'shown_once')
    const now = await settled(({ snapshots }) => snapshots === 1)
    assert.deepEqual([now.location, now.set_up, now.there, now.trouble], [folder, true, true, null])
    assert.equal(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')).backups.destination, folder)
  })

  it('leave nothing readable in the folder, and the words nowhere', () => {
    for (const fact of [...facts, 'Olga Example', '"olga"', words])
      assert.deepEqual(filesHolding(folder, fact), [])
    assert.deepEqual(filesHolding(home, words), [])
    if (process.platform !== 'win32')
      assert.equal(statSync(locateHome({ COMPANION_HOME: home }).offsiteKeys).mode & 0o777, 0o600)
  })

  it('write only what has changed, and nothing where nothing has', async () => {
    const before = filesBelow(join(folder, 'chunks'))
    await remember('The new bicycle is green')
    await pass(hour)
    const { bytes } = await settled(({ snapshots }) => snapshots === 2)
    const added = filesBelow(join(folder, 'chunks')).filter((file) => !before.includes(file))
    assert.ok(added.length > 0 && added.length < before.length + 1, `${added.length} of ${before.length}`)
    assert.ok(bytes > 0)
  })

  it('say that the disk is away, tell the admins after a day, and go on by themselves', async () => {
    const away = `${folder}-away`
    renameSync(folder, away)
    await remember('Bins go out on Tuesday')
    await pass(hour)
    const gone = await settled(({ trouble }) => trouble === 'away')
    assert.equal(gone.there, false)
    assert.equal(existsSync(folder), false, 'nothing is written where the disk was')
    const told = async () =>
      (await ask('GET /interactions?status=pending')).body.items.filter(
        ({ title }: { title: string }) => title === 'Backups have stopped',
      )
    assert.deepEqual(await told(), [])
    await pass(day)
    const [notice, ...more] = await soon(async () => {
      const interactions = await told()
      return interactions.length > 0 ? interactions : null
    })
    assert.deepEqual(more, [])
    assert.match(notice.prompt, /The place for backups has been out of reach since/)
    renameSync(away, folder)
    await pass(hour)
    const back = await settled(({ trouble }) => trouble === null)
    assert.equal(back.there, true)
  })

  it('are made at once where somebody asks for it', async () => {
    await remember('The spare fuse is in the hall')
    const { last_snapshot_at } = await house.status()
    clock.advance(1_000)
    const began = await ask('POST /backups/destination/snapshots', {})
    assert.deepEqual([began.status, began.body.data.running], [201, true])
    assert.equal(errorOf(await ask('POST /backups/destination/snapshots', {}))[2].reason, 'backup_under_way')
    await settled((now) => now.last_snapshot_at !== last_snapshot_at)
    const vault = opened()
    const [newest] = await readSnapshots(vault)
    assert.ok(newest && !isBroken(newest.manifest))
    assert.equal(newest.manifest.reason, 'manual')
  })

  itLong('are restored on trial once they are set up and every month, which is written down', async () => {
    const { drill } = await settled((now) => now.drill !== null)
    assert.equal(drill.fault, null)
    await pass(31 * day)
    const again = await settled((now) => now.drill.at !== drill.at)
    assert.equal(again.drill.fault, null)
    assert.ok(again.drill.snapshot_at >= drill.snapshot_at)
    const { body } = await ask('GET /security/audit?event=snapshot_checked')
    const [newest, ...older] = body.data.items
    assert.ok(older.length > 0)
    assert.deepEqual(newest.details, { kind: 'drill', snapshot_at: again.drill.snapshot_at, fault: null })
    assert.equal(existsSync(join(home, 'backups', 'drill')), false)
  })

  it('are restored on a new machine by the folder and the words alone', async () => {
    const search = async (of: typeof daemon, token: string, q: string) =>
      (await rest(of, `GET /memory/search?q=${encodeURIComponent(q)}`, { token })).body.data.items.map(
        ({ memory, match }: { memory: { content: string }; match: string }) => [memory.content, match],
      )
    const queries = ['spare key', 'bins']
    const before = await Promise.all(queries.map((q) => search(daemon, house.token(), q)))
    assert.equal(before[0][0][0], facts[0])
    const elsewhere = join(root, 'new-machine')
    const restore = (...more: string[]) =>
      cli(elsewhere, ['restore', folder, '--words-stdin', ...more], { input: `${words.toUpperCase()}\n` })
    const { code, stdout, stderr } = await restore()
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Restored the snapshot [0-9a-f]{16} .*Olga Example, \d+ memories/)
    await using again = await startTestDaemon({ home: elsewhere, clock: house.clock })
    assert.equal(again.setupCode, null)
    const old = await rest(again, 'GET /auth/session', { token: house.token() })
    assert.equal(errorOf(old)[1], 'TOKEN_REVOKED', 'the keys are the same, and the sessions have ended')
    const { access_token: token } = await signIn(again, 'olga')
    assert.deepEqual(await Promise.all(queries.map((q) => search(again, token, q))), before)
    const { body } = await rest(again, 'GET /security/audit/verify', { token })
    assert.equal(body.data.intact, true)
    const inUse = await restore()
    assert.equal(inUse.code, 6)
    assert.match(inUse.stderr, /Companion runs on this home/)
  })

  it('are not restored over a household, nor with other words', async () => {
    const over = await cli(home, ['restore', folder, '--words-stdin', '--home', join(root, 'new-machine')], {
      input: words,
    })
    assert.equal(over.code, 6)
    assert.match(over.stderr, /this home already has a household/)
    const wrong = await cli(join(root, 'unused'), ['restore', folder, '--words-stdin'], {
      input: `${'abandon '.repeat(11)}about`,
    })
    assert.equal(wrong.code, 4)
    assert.match(wrong.stderr, /these words do not open the backups/)
    const nowhere = await cli(join(root, 'unused'), ['restore', root, '--words-stdin'], { input: words })
    assert.equal(nowhere.code, 5)
    assert.equal(existsSync(join(root, 'unused', 'companion.db')), false)
  })

  it('hold nothing of a member who has reset it, in no snapshot and no piece', async () => {
    const marker = 'a lighthouse of marzipan'
    const mia = await daemon.member({ ...house.owner, access_token: house.token() }, 'mia')
    await remember(marker, mia.access_token)
    const before = await house.status()
    await pass(hour)
    await settled(({ last_snapshot_at }) => last_snapshot_at !== before.last_snapshot_at)
    assert.equal(await holding(marker), 1)
    const pieces = filesBelow(join(folder, 'chunks'))
    const { last_checked_at } = await house.status()
    clock.advance(1)
    const { access_token: by } = await signIn(daemon, 'mia')
    const reset = await ask('POST /auth/emergency-reset', { password, confirm: 'RESET' }, by)
    assert.equal(reset.status, 200)
    const { receipt, receipt_id } = reset.body.data
    assert.equal((await verifyReceipt(receipt))?.receipt.snapshots?.left, 1)
    await settled((now) => now.last_checked_at !== last_checked_at)
    const again = (await rest(daemon, `GET /auth/receipts/${receipt_id}`, {})).body.data
    const final = (await verifyReceipt(again.receipt))?.receipt
    assert.deepEqual([again.state, final?.snapshots], ['final', { left: 0, expected_by: null }])
    assert.equal(await holding(marker), 0)
    const left = new Set(filesBelow(join(folder, 'chunks')))
    assert.ok(
      pieces.some((file) => !left.has(file)),
      'pieces that held it are gone',
    )
  })

  it('mend pieces that the disk has damaged or lost', async () => {
    const vault = opened()
    const chunksOfNewest = async () => {
      const [newest] = await readSnapshots(vault)
      assert.ok(newest && !isBroken(newest.manifest))
      return newest.manifest.chunks
    }
    const before = await chunksOfNewest()
    for (const [at, id] of before.entries()) {
      const file = join(folder, 'chunks', id.slice(0, 2), `${id}.age`)
      if (at % 2 === 0) rmSync(file)
      else writeFileSync(file, readFileSync(file).subarray(1))
    }
    const { last_checked_at } = await house.status()
    await pass(hour)
    await settled((now) => now.last_checked_at !== last_checked_at)
    const mended = (await chunksOfNewest()).filter((id) => before.includes(id))
    assert.ok(mended.length > 0)
    for (const id of mended) assert.ok(!isBroken(await vault.getChunk(id)), id)
  })

  itLong('tell which snapshot is whole where the newest is not', async () => {
    await remember('The last thing that was told')
    const before = await house.status()
    await pass(hour)
    await settled(({ last_snapshot_at }) => last_snapshot_at !== before.last_snapshot_at)
    const listed = await cli(root, ['restore', folder, '--list', '--words-stdin', '--json'], { input: words })
    const [newest, second] = listed.json().snapshots
    const manifests = readdirSync(join(folder, 'snapshots')).toSorted()
    const name = manifests.find((one) => one.endsWith(`${newest.id}.age`)) ?? ''
    const file = join(folder, 'snapshots', name)
    const bytes = readFileSync(file)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff
    writeFileSync(file, bytes)
    const to = join(root, 'from-damaged')
    const { code, stderr } = await cli(to, ['restore', folder, '--words-stdin'], { input: words })
    assert.equal(code, 6)
    assert.match(stderr, new RegExp(`cannot be restored: snapshots/${name} is damaged`))
    assert.match(stderr, new RegExp(`take it with --snapshot ${second.id}`))
    const older = await cli(to, ['restore', folder, '--words-stdin', '--snapshot', second.id], {
      input: words,
    })
    assert.equal(older.code, 0, older.stderr)
  })

  itLong('say which of the older ones is broken, and tell the admins once', async () => {
    const vault = opened()
    await pass(day)
    await settled((now) => now.turn !== null && now.trouble === null)
    // All of the older ones lose their lists, so whichever has its turn is broken.
    const [, ...older] = await readSnapshots(vault)
    for (const { name } of older) writeFileSync(join(folder, name), 'nothing that opens')
    const before = await house.status()
    await pass(day)
    const { turn } = await settled((now) => now.turn.at !== before.turn.at)
    assert.equal(turn.fault, 'damaged')
    const told = await soon(async () => {
      const { items } = (await ask('GET /interactions?status=pending')).body
      const notices = items.filter(({ title }: { title: string }) => title === 'A backup cannot be restored')
      return notices.length > 0 ? notices : null
    })
    assert.equal(told.length, 1)
    const { backups } = (await ask('GET /health')).body.data.components
    assert.equal(backups.status, 'degraded')
  })

  it('are turned off after a sign-in, leave what is there, and go on with the same keys', async () => {
    const before = filesBelow(folder)
    clock.advance(10 * 60_000)
    const off = () => ask('DELETE /backups/destination')
    assert.equal(errorOf(await off())[2].reason, 'step_up')
    await pass(0)
    const { status, body } = await off()
    assert.deepEqual(
      [status, body.data.location, body.data.set_up, body.data.snapshots],
      [200, null, false, 0],
    )
    assert.equal(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')).backups.destination, undefined)
    const none = await ask('POST /backups/destination/snapshots', {})
    assert.equal(errorOf(none)[2].reason, 'no_destination')
    await remember('Said while they were off')
    await pass(2 * hour)
    assert.deepEqual(filesBelow(folder), before)
    const elsewhere = join(root, 'after-off')
    const restored = await cli(elsewhere, ['restore', folder, '--words-stdin', '--list'], { input: words })
    assert.equal(restored.code, 0, restored.stderr)
    const again = await ask('POST /backups/destination', { location: folder })
    assert.equal(again.status, 201, JSON.stringify(again.body))
    const now = await settled(({ last_snapshot_at }) => last_snapshot_at !== null)
    assert.ok(now.snapshots > 1, 'those from before are still there, and still open')
  })

  itLong('hold nothing of a household whose last member has left', async () => {
    const token = house.token()
    const { access_token: mia } = await signIn(daemon, 'mia')
    const payload = { password, confirm: 'FORGET ME' }
    for (const by of [mia, token]) {
      const { status, body } = await rest(daemon, 'POST /auth/forget-me', { token: by, payload })
      assert.equal(status, 200, JSON.stringify(body))
    }
    await soon(async () => (await holding(...facts, 'Olga Example')) === 0)
  })
})
