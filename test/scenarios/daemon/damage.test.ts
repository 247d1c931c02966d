import assert from 'node:assert/strict'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, temporaryFolder, type TestDaemon } from '../../support/daemon.ts'
import { protocols } from '../../support/wire/protocols.ts'

const home = temporaryFolder()
after(() => rmSync(home, { recursive: true }))
const file = `${home}/companion.db`
const pageSize = 4_096

const said = async (daemon: TestDaemon, operation: string, input?: object) => {
  const { access_token } = await signIn(daemon, 'olga')
  return (await protocols.REST(daemon)(access_token, operation, input)).result
}

/** Writes noise over a page of the database, as a failing disk does. */
function spoil(page: number): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize)
  closeSync(descriptor)
}

describe('A damaged database', () => {
  it('is repaired before the start, which admins are told on every way', async () => {
    {
      await using daemon = await startTestDaemon({ home })
      await daemon.owner()
      const memory = { content: 'The spare key is under the blue pot.' }
      await said(daemon, 'memory.store', memory)
      assert.doesNotMatch((await said(daemon, 'gateway.health')).components.database.detail, /repaired/)
    }
    const before = readFileSync(file)
    const content = Buffer.from(before)
    content.fill(0, 30 * pageSize, 32 * pageSize)
    writeFileSync(file, content)
    await using daemon = await startTestDaemon({ home })
    const { items } = await said(daemon, 'memory.recent')
    assert.equal(items[0].content, 'The spare key is under the blue pot.')
    const told = await said(daemon, 'interactions.list', { status: ['pending'] })
    assert.deepEqual(
      told.items.map(({ title }: { title: string }) => title),
      ['Companion repaired its database'],
    )
    const audited = await said(daemon, 'audit.list', { limit: 50 })
    const row = audited.items.find(({ event }: { event: string }) => event === 'database_mended')
    const nothing = { lost_commits: 0, backup: null, lost_rows: 0, lost: [] }
    assert.deepEqual(row.details, { parts: ['database'], pages: 2, ...nothing })
    assert.match(
      (await said(daemon, 'gateway.health')).components.database.detail,
      /was repaired at the start/,
    )
    assert.equal((await said(daemon, 'audit.verify')).intact, true)
  })

  it('is noticed while the daemon runs, which starts anew to repair it', async () => {
    const clock = new ManualClock()
    let daemon = await startTestDaemon({ home, clock })
    // What has just been looked through is not looked through again so soon.
    clock.advance(600_000)
    spoil(30)
    // The daemon restarts once its time has passed.
    const passing = setInterval(() => clock.advance(1_000), 100)
    await daemon.restarting
    clearInterval(passing)
    await daemon.stop()
    daemon = await startTestDaemon({ home, clock })
    try {
      const { components } = await said(daemon, 'gateway.health')
      assert.match(components.database.detail, /was repaired at the start/)
    } finally {
      await daemon.stop()
    }
  })
})
