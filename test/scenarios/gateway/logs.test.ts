import assert from 'node:assert/strict'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { login, password } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { type Protocol, protocols } from '../../support/wire/protocols.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, owner, member } = await household({ config: { log: { level: 'debug' } } })
const { logs } = daemon.home

interface Entry {
  readonly time: string
  readonly level: string
  readonly message: string
  readonly details: Record<string, unknown>
}

const read = async (input: object = {}): Promise<Entry[]> => {
  const { status, result } = await protocols.REST(daemon)(owner.access_token, 'gateway.logs', input)
  assert.equal(status, 200)
  return result.items
}

const at = Date.parse('2026-05-04T13:00:00.000Z')
const lineOf = (fields: object) =>
  `${JSON.stringify({ level: 30, time: at, pid: 1, hostname: 'kitchen', msg: 'tea', ...fields })}\n`

/** A log of these lines alone, newer than what the daemon writes. */
function write(...lines: readonly object[]): void {
  writeFileSync(join(logs, 'daemon.900.log'), lines.map(lineOf).join(''))
}

/** The log once it has a line that fits: it is written a moment later than what it tells of. */
async function settled(fits: (text: string) => boolean): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const text = readdirSync(logs)
      .map((name) => readFileSync(join(logs, name), 'utf8'))
      .join('')
    if (fits(text)) return text
    await new Promise((resolve) => setImmediate(resolve))
    await rest(daemon, 'GET /health', { token: owner.access_token })
  }
  throw new Error('the log does not tell')
}

describe('The log', () => {
  for (const [protocol, over] of Object.entries(protocols) as [Protocol, (typeof protocols)['REST']][]) {
    it(`is open to admins only, over ${protocol}`, async () => {
      assert.equal((await over(daemon)(member.access_token, 'gateway.logs')).status, 403)
      assert.equal((await over(daemon)(owner.access_token, 'gateway.logs')).status, 200)
    })
  }

  it('has every entry with its time, level and message', async () => {
    await settled((text) => text.includes('"msg":"ready"'))
    const [ready] = await read({ q: 'ready', level: 'info' })
    assert.ok(ready)
    assert.match(ready.time, /^\d{4}-.*Z$/)
    assert.deepEqual([ready.level, ready.message], ['info', 'ready'])
    assert.equal(ready.details['base_url'], daemon.file.base_url)
    assert.deepEqual(
      ['pid', 'hostname', 'msg', 'level', 'time'].filter((name) => name in ready.details),
      [],
    )
  })

  it('lists the newest lines first, across files, up to the limit', async () => {
    writeFileSync(join(logs, 'daemon.899.log'), lineOf({ msg: 'older', n: 0 }))
    write({ n: 1 }, { n: 2 }, { n: 3 })
    const numbers = async (limit: number) => (await read({ limit })).map(({ details }) => details['n'])
    assert.deepEqual(await numbers(2), [3, 2])
    assert.deepEqual(await numbers(4), [3, 2, 1, 0])
    assert.equal((await read()).length > 4, true)
    for (const limit of [0, 201, 1.5]) {
      const { status } = await protocols.REST(daemon)(owner.access_token, 'gateway.logs', { limit })
      assert.equal(status, 400)
    }
  })

  it('shows entries of a level and above', async () => {
    write({ level: 20 }, { level: 30 }, { level: 40 }, { level: 50 }, { level: 60 })
    const levels = async (level: string) =>
      (await read({ level, limit: 5 })).slice(0, 5).map((one) => one.level)
    assert.deepEqual(await levels('debug'), ['error', 'error', 'warn', 'info', 'debug'])
    assert.deepEqual((await levels('warn')).slice(0, 3), ['error', 'error', 'warn'])
    assert.ok((await levels('error')).every((one) => one === 'error'))
  })

  it('can be searched for text, ignoring case, in everything it shows', async () => {
    write({ msg: 'The kettle boils' }, { msg: 'quiet', cup: 'Kettle' }, { msg: 'quiet' })
    assert.deepEqual(
      (await read({ q: 'KETTLE' })).map(({ message }) => message),
      ['quiet', 'The kettle boils'],
    )
    assert.deepEqual(await read({ q: 'hostname' }), [])
    assert.equal((await protocols.REST(daemon)(owner.access_token, 'gateway.logs', { q: '' })).status, 400)
  })

  it('shows type and code of an error, and never a stack trace, a path or a secret', async () => {
    const err = {
      type: 'SqliteError',
      message: 'SELECT secret FROM /home/olga',
      stack: 'SqliteError: at /home/olga/companion',
      code: 'SQLITE_FULL',
      params: ['what mia said'],
    }
    write({
      msg: 'failed',
      err,
      at: { token: 'abc', cups: [{ password: 'abc', n: 1 }] },
      access_token: 'abc',
    })
    const [entry] = await read({ q: 'failed', limit: 1 })
    assert.deepEqual(entry?.details, {
      err: { type: 'SqliteError', code: 'SQLITE_FULL' },
      at: { cups: [{ n: 1 }] },
    })
    for (const q of ['olga/companion', 'what mia said', 'abc', 'SELECT']) {
      const failures = (await read({ q })).filter(({ message }) => message === 'failed')
      assert.deepEqual(failures, [], q)
    }
  })

  it('skips lines that are no entries, and a line still being written', async () => {
    write({ msg: 'whole' })
    const file = join(logs, 'daemon.900.log')
    appendFileSync(file, 'not JSON\n[]\n{"level":"30","time":1}\n{"level":30,"time":1e99,"msg":"x"}\n')
    appendFileSync(file, lineOf({ msg: 'begun' }).slice(0, -2))
    assert.equal((await read({ limit: 1 }))[0]?.message, 'whole')
  })

  it('is read for at most 2 MiB, whole lines only', async () => {
    const filling = 'x'.repeat(1_000)
    const lines = Array.from({ length: 2_500 }, (_, n) => ({ n, filling }))
    write({ msg: 'far away' }, ...lines)
    assert.deepEqual(await read({ q: 'far away' }), [])
    const [oldest] = await read({ q: '"n":600,' })
    assert.equal(oldest?.details['n'], 600)
    write({ msg: 'close by' })
    assert.equal((await read({ q: 'close by' })).length, 1)
  })

  it('never contains a password or a token', async () => {
    const wrong = 'velvet lantern under snow'
    assert.equal((await login(daemon, 'olga', wrong)).status, 401)
    const { access_token: token, refresh_token } = (await login(daemon, 'mia')).body.data
    const payload = { name: 'Phone', kind: 'phone', password }
    const offered = (await rest(daemon, 'POST /auth/devices/pair', { token, payload })).body.data
    const code = { pairing_code: offered.pairing_code }
    const paired = (await rest(daemon, 'POST /auth/devices/pair', { payload: code })).body.data
    const changed = { current_password: wrong, new_password: 'amber kettle marches north' }
    assert.equal((await rest(daemon, 'POST /auth/change-password', { token, payload: changed })).status, 401)
    await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token: 'no such token' } })
    await rest(daemon, 'POST /auth/login', { body: `{"payload":{"username":"olga","password":"${wrong}"` })
    const written = await settled((text) => text.includes('auth.change_password'))
    const secrets = [
      wrong,
      password,
      changed.new_password,
      token,
      refresh_token,
      paired.access_token,
      paired.refresh_token,
      offered.pairing_code,
      owner.access_token,
      owner.refresh_token,
      'no such token',
      String(daemon.setupCode),
    ]
    for (const secret of secrets) assert.equal(written.includes(secret), false)
    assert.ok(written.includes('auth.login'), 'refused calls are in the log')
  })
})
