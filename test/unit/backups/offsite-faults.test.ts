import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openFolderStore } from '../../../daemon/features/backups/offsite/folder-store.ts'
import { landmark, setUpPlace } from '../../../daemon/features/backups/offsite/set-up.ts'
import { assemble, readSnapshots } from '../../../daemon/features/backups/offsite/snapshots.ts'
import { type RunRequest, runOn } from '../../../daemon/features/backups/offsite/snapshotting.ts'
import { isBroken, openVault } from '../../../daemon/features/backups/offsite/vault.ts'
import { temporaryFolder } from '../../support/daemon.ts'
import { amount, it, itScaled } from '../../support/long.ts'
import { mountSmall } from '../../support/storage-servers.ts'
import { openTestStore } from '../../support/store.ts'
import { tableRules } from '../../../daemon/table-rules.ts'

const module = (file: string) =>
  JSON.stringify(pathToFileURL(join(import.meta.dirname, '..', '..', '..', 'daemon', file)).href)
const { home, addMember } = openTestStore()

/** Runs in a process that SIGKILL ends right before its n-th change of a file; false where it had fewer. */
async function killedRun(request: RunRequest, n: number): Promise<boolean> {
  const script = `
    import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    let calls = -Infinity
    for (const name of ['open', 'rename', 'mkdir', 'rm']) {
      const real = fs[name]
      fs[name] = async (...given) => {
        calls += 1
        if (calls === ${n}) process.kill(process.pid, 'SIGKILL')
        return real(...given)
      }
    }
    syncBuiltinESMExports()
    const { openFolderStore } = await import(${module('features/backups/offsite/folder-store.ts')})
    const { runOn } = await import(${module('features/backups/offsite/snapshotting.ts')})
    const { tableRules } = await import(${module('table-rules.ts')})
    const request = ${JSON.stringify(request)}
    calls = 0
    const ran = await runOn(openFolderStore(request.place.location, ${JSON.stringify(landmark)}), request, tableRules)
    if (!ran.made) throw new Error(JSON.stringify(ran))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') return true
  assert.equal(code, 0)
  return false
}

let now = Date.parse('2026-01-01T00:00:00.000Z')

async function opened(folder: string) {
  const place = { location: folder, credentials: null }
  const made = await setUpPlace({ place, home: home.path, keys: null })
  assert.ok(typeof made !== 'string', JSON.stringify(made))
  const store = openFolderStore(folder, landmark)
  const vault = openVault(store, made.keys)
  return {
    store,
    next: (): RunRequest => {
      now += 60_000
      return { home, place, keys: made.keys, reason: 'hourly', now, resets: [], thorough: false, thins: true }
    },
    /** When the newest snapshot was made; each of them is whole. */
    newestWhole: async () => {
      const snapshots = await readSnapshots(vault)
      for (const { manifest } of snapshots) {
        assert.ok(!isBroken(manifest))
        assert.equal(await assemble(vault, manifest, join(home.path, 'together')), null)
      }
      return snapshots[0]?.created_at ?? ''
    },
  }
}

function assertTidy(folder: string): void {
  const left = readdirSync(folder, { recursive: true }).map(String)
  assert.deepEqual(
    left.filter((name) => name.endsWith('.part')),
    [],
  )
  assert.equal(existsSync(join(home.backups, 'offsite.part')), false)
}

itScaled('a kill while a snapshot is made leaves the last one whole, and the next run goes on', async (t) => {
  const folder = temporaryFolder()
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const { store, next, newestWhole } = await opened(folder)
  addMember('mia')
  assert.ok('made' in (await runOn(store, next(), tableRules)))
  let kills = 0
  for (let n = 1; n < 400; n += amount(5, 1)) {
    addMember(`member${n}`)
    const before = await newestWhole()
    if (!(await killedRun(next(), n))) break
    kills += 1
    assert.ok((await newestWhole()) >= before)
  }
  assert.ok(kills > 2, `${kills} kills`)
  t.diagnostic(`${kills} kills`)
  addMember('last')
  const ran = await runOn(store, next(), tableRules)
  assert.ok('made' in ran && ran.made)
  assert.equal(await newestWhole(), ran.newest)
  assertTidy(folder)
})

it('a full disk keeps the last snapshot whole, is said, and gets the next one once there is room', async (t) => {
  const disk = temporaryFolder()
  const mounted = mountSmall(disk, 8)
  if (mounted === null) return t.skip('this machine mounts nothing for its tests')
  t.after(() => {
    mounted.unmount()
    rmSync(disk, { recursive: true, force: true })
  })
  const folder = join(disk, 'companion')
  const { store, next, newestWhole } = await opened(folder)
  const first = await runOn(store, next(), tableRules)
  assert.ok('made' in first && first.made)
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'holiday.mov'), Buffer.alloc((bavail - 1) * bsize))
  addMember('nora')
  const full = await runOn(store, next(), tableRules)
  assert.ok('trouble' in full)
  assert.equal(full.trouble, 'full')
  assert.equal(await newestWhole(), first.newest)
  rmSync(join(disk, 'holiday.mov'))
  const again = await runOn(store, next(), tableRules)
  assert.ok('made' in again && again.made)
  assert.equal(await newestWhole(), again.newest)
  assertTidy(folder)
})
