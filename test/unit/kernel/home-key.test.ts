import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import {
  HomeLocked,
  homeKeyOf,
  keepSecret,
  readSecret,
  useHomeKey,
} from '../../../daemon/kernel/encryption/home-key.ts'
import { openWritten, sealWritten } from '../../../daemon/kernel/encryption/written-secrets.ts'
import { temporaryFolder } from '../../support/daemon.ts'

/** A home whose key this process uses, until the test has ended. */
function unlocked() {
  const home = temporaryFolder()
  const key = randomBytes(32)
  useHomeKey(home, key)
  after(() => {
    useHomeKey(home, null)
    rmSync(home, { recursive: true, force: true })
  })
  return { home, key }
}

describe('The key of a home', () => {
  it('is that of every file in it, and of none elsewhere', () => {
    const { home, key } = unlocked()
    assert.deepEqual(homeKeyOf(join(home, 'backups', 'one.db')), key)
    assert.deepEqual(homeKeyOf(home), key)
    assert.equal(homeKeyOf(`${home}-other`), null)
  })

  it('is known to the threads that are started afterwards', async () => {
    const { home } = unlocked()
    const module = new URL('../../../daemon/kernel/encryption/home-key.ts', import.meta.url).href
    const code = `import { parentPort } from 'node:worker_threads'
      const { homeKeyOf } = await import('${module}')
      parentPort.postMessage(homeKeyOf('${home}/a')?.length ?? null)`
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
    const { promise, resolve } = Promise.withResolvers<number | null>()
    worker.once('message', resolve)
    assert.equal(await promise, 32)
    await worker.terminate()
  })
})

describe('A secret of an encrypted home', () => {
  it('is sealed in its file, and read again', () => {
    const { home } = unlocked()
    const file = join(home, 'pin-key')
    keepSecret(file, 'quartz lighthouse\n')
    assert.match(readFileSync(file, 'utf8'), /^sealed:1:[\w-]+\n$/)
    assert.equal(readSecret(file), 'quartz lighthouse\n')
  })

  it('cannot be read while the home is locked, nor with another key', () => {
    const { home } = unlocked()
    const file = join(home, 'pin-key')
    keepSecret(file, 'quartz lighthouse')
    for (const other of [null, randomBytes(32)]) {
      useHomeKey(home, other)
      assert.throws(() => readSecret(file), HomeLocked)
    }
  })

  it('cannot take the place of another one', () => {
    const { home } = unlocked()
    keepSecret(join(home, 'pin-key'), 'quartz lighthouse')
    writeFileSync(join(home, 'page-key'), readFileSync(join(home, 'pin-key')))
    assert.throws(() => readSecret(join(home, 'page-key')), HomeLocked)
  })

  it('is read as it is where it was never sealed', () => {
    const { home } = unlocked()
    writeFileSync(join(home, 'pin-key'), 'quartz lighthouse')
    assert.equal(readSecret(join(home, 'pin-key')), 'quartz lighthouse')
    assert.equal(readSecret(join(home, 'page-key')), null)
  })
})

describe('The settings of an encrypted home', () => {
  const written = {
    engine: { model: 'tiny', api_key: 'sk-1', servers: [{ model: 'large', api_key: 'sk-2' }] },
    http_port: 0,
  }

  it('are written with their secrets sealed and nothing else changed, and read again', () => {
    const { home } = unlocked()
    const file = join(home, 'config.json')
    const sealed = sealWritten(written, file)
    assert.doesNotMatch(JSON.stringify(sealed), /sk-/)
    assert.equal(sealed.engine.model, 'tiny')
    assert.deepEqual(openWritten(sealed, file), written)
  })
})
