import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { root } from '../../../build/packaging/layout.ts'
import { isAlive, noProc } from '../../support/processes.ts'

const original = readFileSync(join(root, 'build', 'linux', 'before-remove.sh'), 'utf8')

describe('The script before a Debian package is removed or replaced', { skip: noProc }, () => {
  let folder: string
  let script: string
  let started: ChildProcessWithoutNullStreams[]

  /** Runs words of the shell as a program of the package, which is a copy of the shell. */
  function run(program: string, words: string) {
    const child = spawn(join(folder, program), ['-c', words])
    started.push(child)
    return { child, ended: once(child, 'exit') }
  }

  beforeEach(() => {
    started = []
    folder = mkdtempSync(join(tmpdir(), 'companion-test-'))
    for (const program of ['companion-app', 'resources/bin/node']) {
      mkdirSync(dirname(join(folder, program)), { recursive: true })
      copyFileSync('/bin/sh', join(folder, program))
    }
    script = join(folder, 'before-remove.sh')
    const own = original.replace("app='/opt/Companion'", `app='${folder}'`)
    assert.notEqual(own, original)
    writeFileSync(script, own)
  })
  afterEach(() => {
    for (const child of started) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('ends the app and its daemon', async () => {
    const running = [run('companion-app', 'read line'), run('resources/bin/node', 'read line')]
    const removed = once(spawn('/bin/sh', [script], { stdio: 'inherit' }), 'exit')
    assert.deepEqual(await removed, [0, null])
    for (const { ended } of running) assert.deepEqual(await ended, [null, 'SIGTERM'])
  })

  it('leaves an app that waits for its own update alone, and ends everything else', async () => {
    const other = run('companion-app', 'read line')
    const daemon = run('resources/bin/node', 'read line')
    const updating = run(
      'companion-app',
      `exec 3<&0; read line <&3 & /bin/sh -c 'dpkg() { /bin/sh "$0"; }; dpkg; echo $?' '${script}'; echo $!; read line`,
    )
    let output = ''
    updating.child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    const told = (async () => {
      while (output.split('\n').length < 3) await once(updating.child.stdout, 'data')
    })()
    await Promise.race([told, updating.ended])
    const [code, page] = output.split('\n').map(Number)
    assert.equal(code, 0)
    assert.equal(isAlive(updating.child.pid ?? 0), true)
    assert.equal(isAlive(page ?? 0), true, 'its other process')
    assert.deepEqual(await other.ended, [null, 'SIGTERM'])
    assert.deepEqual(await daemon.ended, [null, 'SIGTERM'])
    updating.child.stdin.end()
    assert.deepEqual(await updating.ended, [1, null])
  })
})
