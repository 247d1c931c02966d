import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createHome, locateHome } from '../../../daemon/kernel/home.ts'
import { HomeInUse, lockHome } from '../../../daemon/store/lock.ts'

function temporaryHome() {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const home = locateHome({ COMPANION_HOME: folder.path })
  createHome(home)
  return { home, [Symbol.dispose]: () => folder.remove() }
}

/** A process that holds the lock of a home until it is killed. */
async function holder(path: string) {
  const at = (file: string) => pathToFileURL(join(import.meta.dirname, '..', '..', '..', 'daemon', file)).href
  const script = `
    import { locateHome } from ${JSON.stringify(at('kernel/home.ts'))}
    import { lockHome } from ${JSON.stringify(at('store/lock.ts'))}
    lockHome(locateHome({ COMPANION_HOME: ${JSON.stringify(path)} }))
    setInterval(() => {}, 1_000)
    process.stdout.write('held')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('a second lock on a home fails and names the pid of the first', () => {
  using temporary = temporaryHome()
  const { home } = temporary
  const lock = lockHome(home)
  const refusal = (error: unknown) =>
    error instanceof HomeInUse &&
    error.message.includes(home.path) &&
    error.message.includes(`pid ${process.pid}`)
  assert.throws(() => lockHome(home), refusal)
  assert.throws(() => lockHome(home), refusal, 'a refused try does not loosen the lock')
  lock.release()
})

test('a released lock can be taken again, and leaves no pid', () => {
  using temporary = temporaryHome()
  const { home } = temporary
  lockHome(home).release()
  assert.equal(existsSync(home.pid), false)
  const again = lockHome(home)
  assert.equal(readFileSync(home.pid, 'utf8').trim(), String(process.pid))
  again.release()
})

test("another process's lock is respected, and taken over once that was killed", async () => {
  using temporary = temporaryHome()
  const { home } = temporary
  const child = await holder(home.path)
  try {
    assert.throws(() => lockHome(home), new RegExp(`pid ${child.pid}\\b`))
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  assert.equal(readFileSync(home.pid, 'utf8').trim(), String(child.pid), 'the crash left its pid')
  const lock = lockHome(home)
  assert.equal(readFileSync(home.pid, 'utf8').trim(), String(process.pid))
  lock.release()
})
