import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { restoreCopy } from '../../../daemon/features/backups/copy-restore.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { stagedFor } from '../../../daemon/store/restore.ts'
import { startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { noMount, smallDisk } from '../../support/disk.ts'

const root = temporaryFolder()
after(() => rmSync(root, { recursive: true, force: true }))

async function makeCopy(): Promise<string> {
  const home = join(root, 'home')
  mkdirSync(home)
  const daemon = await startTestDaemon({ home, config: { backups: { daily: false } } })
  await daemon.owner()
  await daemon.stop()
  const copy = join(root, 'copy.db')
  copyFileSync(locateHome({ COMPANION_HOME: home }).database, copy)
  return copy
}

describe('A copy of the database', { skip: noMount }, () => {
  it('is restored or refused as having no room, however little of it is missing', async (t) => {
    const file = await makeCopy()
    const disk = smallDisk(t, 1)
    const kilobytes = Math.ceil(statSync(file).size / 1024)
    const outcomes = new Set<string>()
    for (let more = -64; more <= 128; more += 8) {
      const home = join(disk, 'home')
      rmSync(home, { recursive: true, force: true })
      execFileSync('mount', ['-o', `remount,size=${kilobytes + more}k`, disk])
      const answer = await restoreCopy({ file, home })
      const outcome = 'problem' in answer ? answer.problem : 'restored'
      outcomes.add(outcome)
      const staged = stagedFor(locateHome({ COMPANION_HOME: home }).database)
      assert.equal(existsSync(staged), outcome === 'restored', `${more} KiB: ${outcome}`)
      assert.ok(!existsSync(`${staged}.part`))
    }
    assert.deepEqual(outcomes, new Set(['full', 'restored']))
  })
})
