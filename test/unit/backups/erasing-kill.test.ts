import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { newGoal } from '../../../daemon/features/agency/goals.ts'
import { goalStore } from '../../../daemon/features/agency/store.ts'
import { openBackupFolder } from '../../../daemon/features/backups/backup-folder.ts'
import { openBackupManager } from '../../../daemon/features/backups/backups.ts'
import { openCopier } from '../../../daemon/features/backups/copier.ts'
import type { Erasure } from '../../../daemon/store/tables.ts'
import { filesHolding } from '../../support/homes/home-files.ts'
import { amount, itScaled } from '../../support/long.ts'
import { openTestStore } from '../../support/store.ts'

const daemon = (file: string) =>
  JSON.stringify(pathToFileURL(join(import.meta.dirname, '..', '..', '..', 'daemon', file)).href)
const marker = 'a lighthouse of marzipan'
const log = pino({ level: 'silent' })
const { home, store, clock, addMember } = openTestStore()

const managerOf = (backups: string, resets: readonly Erasure[]) =>
  openBackupManager({
    home,
    resets: () => resets,
    backupFolder: openBackupFolder(backups),
    copier: openCopier(),
    clock,
    log,
    keep: 7,
  })

/** Erases in a process that SIGKILL ends right before its n-th change of the folder; false where it had fewer. */
async function killedErasing(backups: string, resets: readonly Erasure[], n: number): Promise<boolean> {
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    // What opens the folder counts for nothing.
    let calls = -Infinity
    for (const name of ['renameSync', 'rmSync', 'openSync', 'writeSync', 'fsyncSync']) {
      const real = fs[name]
      fs[name] = (...given) => {
        calls += 1
        if (calls === ${n}) process.kill(process.pid, 'SIGKILL')
        return real(...given)
      }
    }
    syncBuiltinESMExports()
    const { openBackupFolder } = await import(${daemon('features/backups/backup-folder.ts')})
    const { openBackupManager } = await import(${daemon('features/backups/backups.ts')})
    const { openCopier } = await import(${daemon('features/backups/copier.ts')})
    const { systemClock: clock } = await import(${daemon('kernel/clock.ts')})
    const nothing = () => {}
    const log = { info: nothing, warn: nothing, error: (about) => { throw about.err } }
    const manager = openBackupManager({
      home: ${JSON.stringify(home)},
      resets: () => ${JSON.stringify(resets)},
      backupFolder: openBackupFolder(${JSON.stringify(backups)}),
      copier: openCopier(), clock, log, keep: 7,
    })
    calls = 0
    await manager.eraseResets()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') return true
  assert.equal(code, 0)
  return false
}

itScaled(
  'a kill while backups lose what a member has reset leaves each of them whole, and the next start goes on',
  async (t) => {
    const { family_member_uuid } = addMember('mia')
    const goal = newGoal(
      { title: marker, origin: 'user' },
      { family_member_uuid, now: clock.now(), time_zone: 'UTC' },
    )
    store.write((tx) => goalStore(store).insert(tx, goal))
    const first = managerOf(home.backups, [])
    const ids = [(await first.create('manual')).id, (await first.create('daily')).id].toSorted()
    const resets: Erasure[] = [
      {
        erasure_uuid: randomUUID(),
        kind: 'member',
        subject: family_member_uuid,
        erased_at: new Date(clock.now()).toISOString(),
      },
    ]
    const stride = amount(12, 1)
    let kills = 0
    for (let n = 1; ; n += stride) {
      const backups = join(home.path, `killed-${n}`)
      mkdirSync(backups)
      cpSync(home.backups, backups, { recursive: true })
      if (!(await killedErasing(backups, resets, n))) break
      kills += 1
      const manager = managerOf(backups, resets)
      const left = openBackupFolder(backups).noted()
      assert.deepEqual(left.map(({ id }) => id).toSorted(), ids, `after kill ${n}`)
      for (const { file, intact } of left) {
        assert.equal(intact, true)
        const copy = new Database(file, { readonly: true })
        assert.equal(copy.pragma('integrity_check', { simple: true }), 'ok')
        copy.close()
      }
      await manager.eraseResets()
      assert.deepEqual(filesHolding(backups, marker), [], `after kill ${n}`)
      for (const { id } of await manager.list()) assert.ok(ids.includes(id))
      await manager.stop()
    }
    t.diagnostic(`${kills} kills`)
    assert.ok(kills > 2)
  },
)
