import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { cli, cliProcess, RunningCli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/daemon.ts'
import { isAlive, noProc } from '../../support/processes.ts'

/**
 * A home with these settings, and none of a user's services; at the end nothing runs on it any more. `start` runs a command
 * as a process, which a daemon can outlive.
 */
function place(config: object = { http_port: 0, grpc_port: 0 }) {
  const home = temporaryFolder()
  writeFileSync(join(home, 'config.json'), JSON.stringify(config))
  const environment = { HOME: home, XDG_CONFIG_HOME: '' }
  const run = (...words: string[]) => cli(home, words, { environment })
  const start = (...words: string[]) => cliProcess(home, words, { environment })
  after(async () => {
    await run('daemon', 'stop')
    rmSync(home, { recursive: true, force: true })
  })
  return { home, environment, run, start }
}

describe('companion daemon', () => {
  it('starts one that outlives the command and answers, and stops it', async () => {
    const { home, run, start } = place()
    const started = await start('daemon', 'start', '--json')
    assert.equal(started.code, 0, started.stderr)
    const { pid, base_url } = started.json()
    assert.equal((await fetch(new URL('/healthz', base_url))).status, 200)
    const again = await run('daemon', 'start', '--json')
    assert.deepEqual([again.code, again.json().started, again.json().pid], [0, false, pid])

    const restarted = await start('daemon', 'restart', '--json')
    assert.equal(restarted.code, 0, restarted.stderr)
    assert.notEqual(restarted.json().pid, pid)
    assert.equal(isAlive(pid), false)

    const stopped = await run('daemon', 'stop')
    assert.deepEqual([stopped.code, stopped.stdout], [0, 'Companion has stopped.\n'])
    assert.equal(isAlive(restarted.json().pid), false)
    assert.equal((await run('daemon', 'stop')).stdout, `No daemon runs on ${home}.\n`)
    const { stdout } = await run('daemon', 'logs', '--lines', '1')
    assert.match(stdout, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}\w+/)
  })

  it('says why the daemon did not start', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    after(() => server.close())
    const { port } = server.address() as { port: number }
    const { start } = place({ http_port: port, grpc_port: 0 })
    const { code, stderr } = await start('daemon', 'start')
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`the daemon did not start: port ${port} is in use by another program`))
  })

  it('says which setting is wrong, and lets nobody else read what the daemon writes to stderr', async () => {
    const { home, start } = place({ http_port: 'many' })
    assert.match((await start('daemon', 'start')).stderr, /did not start: .*config\.json.*http_port/)
    const file = join(home, 'logs', 'stderr.log')
    assert.match(readFileSync(file, 'utf8'), /did not start/)
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  it('leaves a process alone that is not the daemon', { skip: noProc }, async () => {
    const { home, run } = place()
    const file = {
      pid: process.pid,
      version: '0.1.0',
      mode: 'coupled',
      base_url: 'http://127.0.0.1:9/api/v1',
    }
    writeFileSync(join(home, 'daemon.json'), JSON.stringify(file), { mode: 0o600 })
    const stopped = await run('daemon', 'stop')
    assert.equal(stopped.code, 6)
    assert.match(stopped.stderr, /does not show that it is the daemon of/)
    assert.equal((await run('daemon', 'start')).code, 3)
    rmSync(join(home, 'daemon.json'))
  })
})

describe('companion daemon logs', () => {
  const line = (level: number, msg: string, more: object = {}) =>
    `${JSON.stringify({ level, time: new Date(2026, 4, 4, 11).getTime(), pid: 1, hostname: 'h', msg, ...more })}\n`

  function logged(...texts: string[]) {
    const { home, run, environment } = place()
    const path = (number: number) => join(home, 'logs', `daemon.${number}.log`)
    mkdirSync(join(home, 'logs'))
    for (const [index, text] of texts.entries()) writeFileSync(path(index + 9), text)
    return { home, run, environment, path }
  }

  it('shows the newest lines of all files in their order, without a daemon', async () => {
    const { run } = logged(line(30, 'one'), line(30, 'two'), `${line(30, 'three')}no line at all\n`)
    const { code, stdout } = await run('daemon', 'logs', '--lines', '2')
    assert.equal(code, 0)
    assert.equal(stdout, '2026-05-04 11:00:00  info   two\n2026-05-04 11:00:00  info   three\n')
  })

  it('shows the important ones alone, with the fields and the stack', async () => {
    const err = { type: 'TypeError', message: 'no "x"', stack: 'TypeError: no "x"\n    at f (a.ts:1:2)' }
    const { run } = logged(line(20, 'fine') + line(40, 'slow', { ms: 900 }) + line(50, 'broken', { err }))
    const { stdout } = await run('daemon', 'logs', '--level', 'warn')
    assert.equal(
      stdout,
      '2026-05-04 11:00:00  warn   slow  ms=900\n' +
        '2026-05-04 11:00:00  error  broken  err=TypeError: no "x"\n    at f (a.ts:1:2)\n',
    )
  })

  it('passes the lines on as they are with --json', async () => {
    const { run } = logged(line(30, 'one'))
    assert.equal((await run('daemon', 'logs', '--json')).stdout, line(30, 'one'))
  })

  it('says where there is nothing', async () => {
    const { run, home } = place()
    const { code, stderr } = await run('daemon', 'logs')
    assert.deepEqual([code, stderr], [0, `There are no such lines in ${join(home, 'logs')}.\n`])
  })

  it('follows what is added, in the file that takes over too, until it is told to end', async () => {
    const { home, environment, path } = logged(line(30, 'before'))
    await using following = new RunningCli(home, ['daemon', 'logs', '-f'], { environment })
    await following.line(/before$/)
    const whole = line(30, 'while')
    appendFileSync(path(9), whole.slice(0, 20))
    appendFileSync(path(9), whole.slice(20) + line(30, 'last'))
    writeFileSync(path(10), line(30, 'after'))
    for (const text of ['while', 'last', 'after']) await following.line(new RegExp(`info {3}${text}$`))
    assert.equal(await following.end('SIGINT'), 0)
  })
})
