import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, loadConfig } from '../../daemon/kernel/config.ts'

/** Loads a config.json of this content; none where it is null. */
function load(content: unknown, environment: NodeJS.ProcessEnv = {}) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const file = join(folder.path, 'config.json')
  if (content !== null) writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return loadConfig(file, environment)
}

const refuses = (content: unknown, message: RegExp, environment: NodeJS.ProcessEnv = {}) =>
  assert.throws(
    () => load(content, environment),
    (error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, /config\.json: /)
      assert.match(error.message, message)
      return true
    },
  )

test('a home without a config.json has every default', () => {
  assert.partialDeepStrictEqual(load(null), {
    mode: 'coupled',
    host: '0.0.0.0',
    http_port: 8080,
    grpc_port: 8081,
    tls: {},
    password: { memory_kib: 65_536, passes: 3, lanes: 4 },
    sessions: { idle_days: 30, longest_days: 90 },
    realtime: { heartbeat_seconds: 30 },
    log: { level: 'info', megabytes: 10, files: 5 },
  })
})

test('what is written holds, and all the rest keeps its default', () => {
  const config = load({ http_port: 9000, log: { level: 'debug' } })
  assert.equal(config.http_port, 9000)
  assert.deepEqual(config.log, { level: 'debug', megabytes: 10, files: 5 })
})

test('an unknown key stops the start with its dotted path', () => {
  refuses({ prot: 1 }, /unknown setting prot$/)
  refuses({ log: { levle: 'debug' } }, /unknown setting log\.levle$/)
  refuses('{"__proto__":{"mode":"detached"}}', /unknown setting __proto__$/)
})

test('a bad value stops the start with its path and what was expected', () => {
  refuses({ mode: 'open' }, /mode .*coupled, detached/)
  refuses({ http_port: 65_536 }, /http_port must be <= 65535/)
  refuses({ http_port: '8080' }, /http_port must be integer/)
  refuses({ grpc_port: 1.5 }, /grpc_port must be integer/)
  refuses({ password: { memory_kib: 19_455 } }, /password\.memory_kib must be >= 19456/)
  refuses({ password: { passes: 1 } }, /password\.passes must be >= 2/)
  refuses({ sessions: { idle_days: 31 } }, /sessions\.idle_days must be <= 30/)
  refuses({ log: { level: 'loud' } }, /log\.level .*debug, info, warn, error/)
  refuses({ tls: [] }, /tls must be object/)
  refuses({ log: null }, /log must be object/)
})

test('a variable of the environment wins over what is written', () => {
  const environment = { COMPANION_HTTP_PORT: '0', COMPANION_LOG_LEVEL: 'warn', COMPANION_PASSWORD_LANES: '2' }
  const config = load({ http_port: 9000, log: { level: 'debug', files: 7 } }, environment)
  assert.equal(config.http_port, 0)
  assert.deepEqual(config.log, { level: 'warn', megabytes: 10, files: 7 })
  assert.equal(config.password.lanes, 2)
})

test('an empty variable is none', () => {
  assert.equal(load({ http_port: 9000 }, { COMPANION_HTTP_PORT: '' }).http_port, 9000)
})

test('a bad variable stops the start like a bad value', () => {
  refuses(null, /grpc_port must be integer/, { COMPANION_GRPC_PORT: '80a' })
  refuses(null, /realtime\.heartbeat_seconds must be >= 1/, { COMPANION_REALTIME_HEARTBEAT_SECONDS: '0' })
})

test('a file that is no JSON object stops the start', () => {
  refuses('{"mode":', /is not valid JSON/)
  refuses('', /is not valid JSON/)
  for (const text of ['[]', 'null', '"coupled"']) refuses(text, /must hold one JSON object/)
})

test('detached mode needs both a certificate and a key', () => {
  const missing = /detached mode needs tls\.cert and tls\.key/
  refuses({ mode: 'detached' }, missing)
  refuses({ mode: 'detached', tls: { cert: 'cert.pem' } }, missing)
  refuses(null, missing, { COMPANION_MODE: 'detached', COMPANION_TLS_KEY: 'key.pem' })
  const tls = { cert: 'cert.pem', key: 'key.pem' }
  assert.deepEqual(load({ mode: 'detached', tls }).tls, tls)
})
