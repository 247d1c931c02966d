import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { BrokenConfig, openConfig, SetByEnvironment } from '../../../daemon/kernel/running-config.ts'

const server = { base_url: 'http://127.0.0.1:11434/v1', model: 'llama' }

describe('The settings of a running daemon', () => {
  let folder: string
  let file: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'companion-test-'))
    file = join(folder, 'config.json')
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  const written = () => JSON.parse(readFileSync(file, 'utf8')) as unknown
  const open = (content: object | null, environment: NodeJS.ProcessEnv = {}) => {
    if (content) writeFileSync(file, JSON.stringify(content))
    const running = openConfig(file, environment)
    const shown = (name: string) => running.settings().find((one) => one.name === name)
    return { running, shown }
  }

  it('change at once for the engine, and in the file', () => {
    const { running, shown } = open(null)
    running.changeEngine({ ...server, api_key: 'secret' })
    assert.deepEqual(running.engine(), {
      ...server,
      api_key: 'secret',
      timeout_seconds: 25,
      context_tokens: 4_096,
      first: 'server',
      local: { idle_minutes: 10 },
    })
    assert.deepEqual(written(), { engine: { ...server, api_key: 'secret' } })
    assert.deepEqual(shown('engine.model'), {
      name: 'engine.model',
      value: 'llama',
      source: 'file',
      hidden: false,
    })
    assert.deepEqual(shown('engine.api_key'), {
      name: 'engine.api_key',
      value: null,
      source: 'file',
      hidden: true,
    })
    assert.deepEqual(openConfig(file, {}).engine(), running.engine())
    assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  it('go back to their defaults', () => {
    const { running, shown } = open({ engine: { ...server, timeout_seconds: 5 } })
    running.changeEngine({})
    assert.deepEqual(running.engine(), {
      timeout_seconds: 25,
      context_tokens: 4_096,
      first: 'server',
      local: { idle_minutes: 10 },
    })
    assert.equal(shown('engine.timeout_seconds')?.source, 'default')
  })

  it('keep other values of the file, which apply from the next start', () => {
    const { running, shown } = open({ log: { level: 'warn' } })
    writeFileSync(file, JSON.stringify({ log: { level: 'error' }, http_port: 0 }))
    running.changeEngine(server)
    assert.deepEqual(written(), { log: { level: 'error' }, http_port: 0, engine: server })
    assert.equal(shown('log.level')?.value, 'warn')
    assert.equal(running.config.http_port, 8080)
  })

  it('cannot be changed if the environment sets them', () => {
    const { running } = open({ engine: server }, { COMPANION_ENGINE_MODEL: 'phi' })
    const error = { code: SetByEnvironment.code, message: SetByEnvironment.message }
    const details = { reason: 'set_by_environment', setting: 'engine.model' }
    assert.throws(() => running.changeEngine({}), { ...error, details })
    assert.deepEqual(written(), { engine: server })
    assert.equal(running.engine().model, 'phi')
  })

  it('do not change if the file is broken, which stays as it is', () => {
    const { running } = open({ engine: server })
    for (const broken of ['{', '[]', '{"colour":"red"}']) {
      writeFileSync(file, broken)
      assert.throws(() => running.changeEngine({}), { message: BrokenConfig.message })
      assert.equal(readFileSync(file, 'utf8'), broken)
    }
    assert.equal(running.engine().model, 'llama')
  })

  it('refuse invalid values', () => {
    const { running } = open(null)
    assert.throws(() => running.changeEngine({ model: 'llama' }), { message: BrokenConfig.message })
    assert.throws(() => readFileSync(file), { code: 'ENOENT' })
  })
})
