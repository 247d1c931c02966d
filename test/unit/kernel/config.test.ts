import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, loadConfig } from '../../../daemon/kernel/config.ts'
import { serversOf } from '../../../daemon/kernel/engine-server.ts'

/** Loads a config.json of this content; none where it is null. */
function loadAll(content: unknown, environment: NodeJS.ProcessEnv = {}) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const file = join(folder.path, 'config.json')
  if (content !== null) writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return loadConfig(file, environment)
}

const load = (...given: Parameters<typeof loadAll>) => loadAll(...given).config

const shown = (name: string, ...given: Parameters<typeof loadAll>) =>
  loadAll(...given).settings.find((setting) => setting.name === name)

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
    password: { memory_kib: 65_536, passes: 3, lanes: 4, min_score: 2 },
    limits: {
      authentication_per_minute: 5,
      conversation_per_hour: 1_000,
      realtime_per_minute: 100,
      administrative_per_minute: 10,
    },
    sessions: { idle_days: 30, longest_days: 90 },
    realtime: { heartbeat_seconds: 30 },
    backups: { daily: true, keep: 7 },
    log: { level: 'info', megabytes: 10, files: 5 },
  })
})

test('configured values apply, and the rest keeps its defaults', () => {
  const config = load({ http_port: 9000, log: { level: 'debug' } })
  assert.equal(config.http_port, 9000)
  assert.deepEqual(config.log, { level: 'debug', megabytes: 10, files: 5 })
})

test('an unknown key stops the start with its dotted path', () => {
  refuses({ prot: 1 }, /unknown setting prot$/)
  refuses({ log: { levle: 'debug' } }, /unknown setting log\.levle$/)
  refuses('{"__proto__":{"mode":"detached"}}', /unknown setting __proto__$/)
})

test('a bad value stops the start with its path and the expected type', () => {
  refuses({ mode: 'open' }, /mode .*coupled, detached/)
  refuses({ http_port: 65_536 }, /http_port must be <= 65535/)
  refuses({ http_port: '8080' }, /http_port must be integer/)
  refuses({ grpc_port: 1.5 }, /grpc_port must be integer/)
  refuses({ password: { memory_kib: 19_455 } }, /password\.memory_kib must be >= 19456/)
  refuses({ password: { passes: 1 } }, /password\.passes must be >= 2/)
  refuses({ password: { min_score: 5 } }, /password\.min_score must be <= 4/)
  refuses({ limits: { realtime_per_minute: 1_000_001 } }, /limits\.realtime_per_minute must be <= 1000000/)
  refuses({ limits: { conversation_per_hour: 2.5 } }, /limits\.conversation_per_hour must be integer/)
  refuses({ sessions: { idle_days: 31 } }, /sessions\.idle_days must be <= 30/)
  refuses({ log: { level: 'loud' } }, /log\.level .*debug, info, warn, error/)
  refuses({ tls: [] }, /tls must be object/)
  refuses({ log: null }, /log must be object/)
})

test('an environment variable overrides the file', () => {
  const environment = { COMPANION_HTTP_PORT: '0', COMPANION_LOG_LEVEL: 'warn', COMPANION_PASSWORD_LANES: '2' }
  const config = load({ http_port: 9000, log: { level: 'debug', files: 7 } }, environment)
  assert.equal(config.http_port, 0)
  assert.deepEqual(config.log, { level: 'warn', megabytes: 10, files: 7 })
  assert.equal(config.password.lanes, 2)
})

test('a boolean variable accepts true and false only', () => {
  const daily = (text: string) => load(null, { COMPANION_BACKUPS_DAILY: text }).backups.daily
  assert.deepEqual([daily('true'), daily('false')], [true, false])
  refuses(null, /backups\.daily must be boolean/, { COMPANION_BACKUPS_DAILY: 'yes' })
  refuses({ backups: { keep: 366 } }, /backups\.keep must be <= 365/)
  assert.equal(shown('backups.daily', { backups: { daily: false } })?.value, false)
})

test('an empty variable is ignored', () => {
  assert.equal(load({ http_port: 9000 }, { COMPANION_HTTP_PORT: '' }).http_port, 9000)
})

test('a bad variable stops the start like a bad value', () => {
  refuses(null, /grpc_port must be integer/, { COMPANION_GRPC_PORT: '80a' })
  refuses(null, /realtime\.heartbeat_seconds must be >= 1/, { COMPANION_REALTIME_HEARTBEAT_SECONDS: '0' })
})

test('a file without a JSON object stops the start', () => {
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
  const { cert, key } = load({ mode: 'detached', tls }).tls
  assert.deepEqual({ cert, key }, tls)
})

test('detached mode takes a certificate that the household signs, and no other beside it', () => {
  assert.equal(load({ mode: 'detached', tls: { local: true } }).tls.local, true)
  const both = /tls\.local signs a certificate itself/
  refuses({ mode: 'detached', tls: { local: true, cert: 'cert.pem', key: 'key.pem' } }, both)
  refuses({ tls: { local: true, cert: 'cert.pem' } }, both)
})

test('certificates of clients are optional unless the settings say otherwise', () => {
  assert.equal(load({}).tls.client_certificates, 'optional')
  assert.equal(load({ tls: { client_certificates: 'required' } }).tls.client_certificates, 'required')
  refuses({ tls: { client_certificates: 'always' } }, /tls\.client_certificates/)
})

test('limits cannot be turned off', () => {
  for (const name of [
    'authentication_per_minute',
    'conversation_per_hour',
    'realtime_per_minute',
    'administrative_per_minute',
  ]) {
    const message = new RegExp(`limits\\.${name} must be >= 1$`)
    refuses({ limits: { [name]: 0 } }, message)
    refuses(null, message, { [`COMPANION_LIMITS_${name.toUpperCase()}`]: '0' })
  }
})

test('each setting knows whether its value is the default, from the file, or from the environment', () => {
  const environment = { COMPANION_LOG_LEVEL: 'warn', COMPANION_GRPC_PORT: '0', COMPANION_HOST: '' }
  const { settings } = loadAll({ http_port: 9000, log: { level: 'debug', files: 7 } }, environment)
  const given = settings.filter(({ source }) => source !== 'default')
  assert.deepEqual(given, [
    { name: 'http_port', value: 9000, source: 'file', hidden: false },
    { name: 'grpc_port', value: 0, source: 'environment', hidden: false },
    { name: 'log.level', value: 'warn', source: 'environment', hidden: false },
    { name: 'log.files', value: 7, source: 'file', hidden: false },
  ])
})

test('an explicit value equal to the default is no default', () => {
  assert.equal(shown('http_port', { http_port: 8080 })?.source, 'file')
  assert.equal(shown('http_port', null, { COMPANION_HTTP_PORT: '8080' })?.source, 'environment')
  assert.equal(shown('log.files', { log: {} })?.source, 'default')
})

test('every setting is listed, with its effective value', () => {
  const { config, settings } = loadAll({ limits: { authentication_per_minute: 6 } })
  const pathsOf = (object: object, above = ''): [string, unknown][] =>
    Object.entries(object).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? pathsOf(value, `${above}${key}.`)
        : [[`${above}${key}`, value]],
    )
  const values = new Map<string, unknown>(settings.map(({ name, value }) => [name, value]))
  for (const [name, value] of pathsOf(config)) assert.equal(values.get(name), value, name)
  const without = [
    'tls.cert',
    'tls.key',
    'access.networks',
    'password.breached_file',
    'password.range_url',
    'engine.base_url',
    'engine.model',
    'engine.api_key',
    'engine.servers',
    'engine.local.model',
    'engine.local.memory_mb',
    'engine.local.after',
    'voice.model',
    'backups.destination',
  ]
  assert.deepEqual(
    settings.filter(({ value }) => value === null).map(({ name }) => name),
    without,
  )
})

test('a model server requires both address and model', () => {
  const base_url = 'http://127.0.0.1:11434/v1'
  const read = (engine: object) => load({ engine }).engine
  assert.deepEqual(read({ base_url, model: 'small' }), {
    base_url,
    model: 'small',
    timeout_seconds: 25,
    context_tokens: 4_096,
    first: 'server',
    local: { idle_minutes: 10 },
  })
  for (const half of [{ base_url }, { model: 'small' }])
    assert.throws(() => read(half), /engine\.base_url and engine\.model are given together/)
  assert.throws(() => read({ base_url: 'ftp://models', model: 'small' }), ConfigError)
})

test('a model server is on this machine or reached over https, and named as nothing of the companion’s own', () => {
  const read = (base_url: string, model = 'small') => load({ engine: { base_url, model } }).engine.base_url
  for (const base_url of [
    'http://127.0.0.1:11434/v1',
    'http://localhost:1234/v1',
    'http://[::1]:8000/v1',
    'https://models.example/v1',
  ])
    assert.equal(read(base_url), base_url)
  for (const base_url of [
    'http://models.example/v1',
    'http://10.0.0.7:11434/v1',
    'http://localhost.example/v1',
  ])
    assert.throws(() => read(base_url), /config\.json: engine\.base_url must begin with https:\/\//)
  assert.throws(() => read('https://:8080'), /engine\.base_url is no URL/)
  assert.throws(() => read('https://builtin/v1'), /engine\.base_url has the reserved name builtin/)
  assert.throws(() => read('https://models.example/v1', 'local:small'), /engine\.model is a name of/)
  assert.throws(
    () => read('https://models.example/v1', 'small '),
    /engine\.model begins or ends with a blank/,
  )
})

test('a path of the machine is used and never shown, whatever its source', () => {
  const tls = { cert: '/home/olga/cert.pem', key: '/home/olga/key.pem' }
  const environment = { COMPANION_PASSWORD_BREACHED_FILE: '/home/olga/hashes.txt' }
  const { config, settings } = loadAll({ tls }, environment)
  const { cert, key } = config.tls
  assert.deepEqual([{ cert, key }, config.password.breached_file], [tls, '/home/olga/hashes.txt'])
  assert.doesNotMatch(JSON.stringify(settings), /olga/)
  assert.deepEqual(
    settings.filter(({ hidden }) => hidden),
    [
      { name: 'tls.cert', value: null, source: 'file', hidden: true },
      { name: 'tls.key', value: null, source: 'file', hidden: true },
      { name: 'password.breached_file', value: null, source: 'environment', hidden: true },
    ],
  )
})

test('an unset path is not hidden', () => {
  const none = { name: 'tls.key', value: null, source: 'default', hidden: false }
  assert.deepEqual(shown('tls.key', null), none)
})

test('several model servers are set as a list, after the one of the address', () => {
  const read = (engine: object) => serversOf(load({ engine }).engine)
  const [one, two] = ['one', 'two'].map((model) => ({ base_url: 'http://127.0.0.1:11434/v1', model }))
  assert.deepEqual(read({}), [])
  assert.deepEqual(read({ ...one, api_key: 'sesame', servers: [two] }), [{ ...one, api_key: 'sesame' }, two])
  assert.deepEqual(read({ servers: [two, one] }), [two, one])
  const fromEnvironment = { COMPANION_ENGINE_SERVERS: JSON.stringify([two]) }
  assert.deepEqual(serversOf(loadAll({ engine: one }, fromEnvironment).config.engine), [one, two])
})

test('of several model servers each is checked, none is there twice, and no more than eight may be', () => {
  const read = (engine: object) => load({ engine })
  const server = (model: string, base_url = 'https://models.example/v1') => ({ base_url, model })
  assert.throws(
    () => read({ ...server('one'), servers: [server('two', 'http://models.example/v1')] }),
    /config\.json: engine\.servers\.0\.base_url must begin with https/,
  )
  assert.throws(
    () => read({ servers: [server('one'), server('builtin')] }),
    /engine\.servers\.1\.model is a name of/,
  )
  assert.throws(
    () => read({ ...server('one'), servers: [server('two'), server('one')] }),
    /engine\.servers has one twice/,
  )
  const eight = Array.from({ length: 8 }, (_, at) => server(`model-${at}`))
  assert.equal(serversOf(read({ servers: eight }).engine).length, 8)
  assert.throws(
    () => read({ ...server('one'), servers: eight }),
    /engine\.servers are too many; 8 may be set/,
  )
  assert.throws(
    () => read({ servers: [{ ...server('one'), secret: 'x' }] }),
    /unknown setting engine\.servers/,
  )
})

test('the keys of model servers in a list are not shown', () => {
  const servers = [{ base_url: 'https://models.example/v1', model: 'one', api_key: 'open-sesame' }]
  const { settings } = loadAll({ engine: { servers } })
  assert.equal(
    settings.find(({ name }) => name === 'engine.servers')?.value,
    'one (https://models.example/v1)',
  )
  assert.doesNotMatch(JSON.stringify(settings), /open-sesame/)
})
