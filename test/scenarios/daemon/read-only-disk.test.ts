import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { end, startDaemonProcess } from '../../bench/daemon-process.ts'
import { registerOwner } from '../../bench/owner.ts'
import { cli } from '../../support/cli.ts'
import { sayEverywhere } from '../../support/conversation/say-everywhere.ts'
import { startTestDaemon } from '../../support/daemon.ts'
import { failingDisk, noMount } from '../../support/disk.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

describe('A home on a disk that can only be read', { skip: noMount }, () => {
  it('refuses writes and says why, goes on reading and talking, says at a start what to do, and goes on once it is mended', async (t) => {
    const disk = failingDisk(t)
    if (disk === null) return t.skip('no ext4 can be mounted from a file here')
    const path = join(disk.folder, 'home')
    mkdirSync(path)
    writeFileSync(join(path, 'config.json'), JSON.stringify({ backups: { daily: false } }))
    // Linux has not written by itself yet what nobody has asked it to.
    execFileSync('sync', ['-f', path])
    // Its files are closed only with its process.
    const { child, file } = await startDaemonProcess(path, { NODE_DISABLE_COMPILE_CACHE: '1' })
    t.after(() => end(child, 'SIGKILL'))
    const { access_token: token } = await registerOwner(path, file)
    const store = (on: { file: typeof file }, content: string) =>
      rest(on, 'POST /memory/store', { token, payload: { content } })
    assert.equal((await store({ file }, 'my boat is blue')).status, 201)

    disk.fail()
    assert.deepEqual(errorOf(await store({ file }, 'my boat is red')), [
      500,
      'INTERNAL_ERROR',
      { reason: 'disk_read_only' },
    ])
    const answers = await sayEverywhere({ file, token }, () => 'What colour is my boat?')
    for (const [way, { kept, reply }] of answers) {
      assert.equal(kept, false, way)
      assert.match(reply, /blue/, way)
    }
    const health = await rest({ file }, 'GET /health', { token })
    assert.equal(health.body.data.components.storage.status, 'down')
    assert.equal(health.body.data.components.storage.read_only, true)
    const doctor = await cli(path, ['doctor', '--json'])
    const finding = doctor.json().findings.find(({ check }: { check: string }) => check === 'disk')
    assert.equal(finding.finding, 'disk_read_only')
    assert.match(finding.command, /^sudo mount -o remount,rw/)
    // What is written by and by has its time to be.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    assert.equal(child.exitCode, null, 'the daemon goes on')
    assert.equal((await rest({ file }, 'GET /memory/search?q=boat', { token })).status, 200)

    await end(child)
    disk.lock()
    await assert.rejects(startTestDaemon({ home: path }), ({ message }: Error) => {
      assert.match(message, /can only be read: check it and make it writable/)
      assert.equal(message.split('\n').length, 1)
      return true
    })
    disk.mend()
    const next = await startTestDaemon({ home: path, clock: systemClock })
    t.after(() => next.stop())
    assert.equal((await store(next, 'my bike is red')).status, 201)
    const { body } = await rest(next, 'GET /memory/recent', { token })
    assert.deepEqual(
      body.data.items.map(({ content }: { content: string }) => content),
      ['my bike is red', 'my boat is blue'],
    )
    await next.stop()
  })
})
