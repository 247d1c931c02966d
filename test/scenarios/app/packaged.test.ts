import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { findElectron } from '../../../build/packaging/electron.ts'
import { launcherOf, ownTarget, root } from '../../../build/packaging/layout.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { type AppProcess, startAppProcess } from '../../support/app/app-process.ts'
import { login, personOf, temporaryFolder } from '../../support/daemon.ts'
import { tinyGguf } from '../../support/conversation/tiny-gguf.ts'
import { bearer, call, grpcClient } from '../../support/wire/grpc.ts'
import { amount, it, itLong, itScaled } from '../../support/long.ts'
import { makePackaged, type Packaged, type PackagedDaemon } from '../../support/app/packaged.ts'
import { childrenOf, isAlive, noProc, soon } from '../../support/processes.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const target = ownTarget()
const notLinux = target.os === 'linux' ? false : 'only Linux tells it by files'

let packaged: Packaged
let daemon: PackagedDaemon
let token: string | undefined

const ask = (route: string, payload?: object) =>
  rest(daemon, route, { token, ...(payload ? { payload } : {}) })
const textOf = async (path: string, headers = {}) => {
  const response = await fetch(new URL(path, daemon.file.base_url), { headers })
  assert.equal(response.status, 200, path)
  return response.text()
}

const childrenOfDaemon = () => (target.os === 'linux' ? childrenOf(daemon.child.pid ?? 0) : [])

/** Asserts that a process runs on the Node and on these native parts of the package, and on nothing else but the system. */
function assertOnPackageAlone(pid: number | undefined, parts: readonly string[]): void {
  assert.equal(readlinkSync(`/proc/${pid}/exe`), join(packaged.resources, 'bin', 'node'))
  const mapped = readFileSync(`/proc/${pid}/maps`, 'utf8').matchAll(/ (\/.*)$/gm)
  const native = new Set(
    [...mapped].map(([, path = '']) => path).filter((path) => /\.(node|so)\b/.test(path)),
  )
  const own = [...native].filter((path) => path.startsWith(packaged.resources))
  for (const part of parts)
    assert.ok(
      own.some((path) => path.includes(part)),
      part,
    )
  const others = [...native].filter((path) => !own.includes(path) && !/^\/(usr\/)?lib/.test(path))
  assert.deepEqual(others, [])
}

before(async () => {
  packaged = await makePackaged()
  daemon = await packaged.start()
  const setup_code = /Setup code (\S+)/.exec(daemon.output)?.[1]
  const { status, body } = await ask('POST /auth/register', personOf('olga', { setup_code }))
  assert.equal(status, 201, JSON.stringify(body))
  token = body.data.access_token
})
after(() => packaged[Symbol.asyncDispose]())

describe('The daemon of a package in another folder', () => {
  it('signs a member in', async () => {
    const { status, body } = await login(daemon, 'olga')
    assert.equal(status, 200, JSON.stringify(body))
    const profile = await rest(daemon, 'GET /auth/profile', { token: body.data.access_token })
    assert.equal(profile.body.data.full_name, 'Olga Example')
  })

  itScaled('finds a memory by its meaning', async () => {
    for (const content of ['The automobile is parked in the basement garage', 'Tomatoes grow on the balcony'])
      assert.equal((await ask('POST /memory/store', { content })).status, 201)
    const { status, body } = await ask('GET /memory/search?q=where%20did%20I%20leave%20my%20car')
    assert.equal(status, 200)
    assert.match(JSON.stringify(body.data.items[0]), /automobile/)
  })

  itLong('holds a conversation and remembers it', async () => {
    assert.equal(
      (await ask('POST /conversation/message', { content: 'My puppy is called Biscuit' })).status,
      200,
    )
    const { body } = await ask('POST /conversation/message', { content: 'What is my puppy called?' })
    assert.match(JSON.stringify(body.data), /Biscuit/)
  })

  it('serves its pages, documentation and metrics', async () => {
    const page = await textOf('/')
    const parts = [...page.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    assert.ok(parts.length > 2)
    for (const path of [...parts, '/docs/', '/docs/start.js', '/docs/swagger-ui-bundle.js'])
      await textOf(path)
    assert.match(await textOf('/metrics', { authorization: `Bearer ${token}` }), /^companion_/m)
  })

  it('speaks WebSocket, gRPC with reflection, and MCP', async () => {
    await using socket = await TestSocket.open(daemon, token ?? '')
    assert.equal((await socket.ask('subscribe', { topics: ['agency.goals'] })).type, 'subscribed')
    const client = grpcClient(daemon, 'grpc.health.v1.Health')
    assert.deepEqual(await call(client, 'Check', {}, bearer(token ?? '')), { status: 'SERVING' })
    client.close()
    const response = await fetch(new URL('/mcp', daemon.file.base_url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    assert.equal(response.status, 200)
    assert.match(await response.text(), /inputSchema/)
  })

  it('makes a verified backup, and writes its log', async () => {
    const { status, body } = await ask('POST /backups', {})
    assert.equal(status, 201, JSON.stringify(body))
    const { backups, logs } = locateHome({ COMPANION_HOME: packaged.home })
    assert.equal(readdirSync(backups).filter((name) => name.endsWith('.db')).length, 1)
    const lines = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))
    assert.match(lines.join(''), /"msg":"ready"/)
    assert.doesNotMatch(lines.join(''), /"level":[56]0/)
  })

  it('is controlled by its command line, also through a symbolic link', async (t) => {
    const running = new RegExp(`is running[^]*${daemon.file.base_url}`)
    if (target.os === 'win') {
      assert.match(await packaged.companion('status'), running)
      return t.skip('Windows has no links for everybody')
    }
    const link = join(packaged.home, 'link')
    symlinkSync(join(packaged.resources, launcherOf(target)), link)
    const env = { PATH: process.env['PATH'] ?? '', COMPANION_HOME: packaged.home }
    assert.match(execFileSync(link, ['status'], { cwd: '/', env, encoding: 'utf8' }), running)
    rmSync(link)
  })

  it('runs on the package and the system alone', { skip: notLinux }, () => {
    assertOnPackageAlone(daemon.child.pid, ['better-sqlite3', 'argon2', 'onnxruntime', 'vec0.so'])
  })

  itLong('has a language model of the machine write, in a process of its own', async () => {
    const file = join(packaged.home, 'tiny.gguf')
    writeFileSync(file, tinyGguf({ context: 4_096, says: 'I am small but here.' }))
    const before = childrenOfDaemon()
    const { status, body } = await ask('PUT /engine/local', { model: file })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body.data.order, ['local:tiny', 'builtin'])
    const answer = await ask('POST /conversation/message', { content: 'It snows today.' })
    const { content, engine, degraded } = answer.body.data.response
    assert.deepEqual([content, engine, degraded], ['I am small but here.', 'local:tiny', false])
    const { local } = (await ask('GET /engine')).body.data
    assert.deepEqual([local.state, local.last_failure], ['ready', null])
    if (target.os !== 'linux') return
    const pid = childrenOfDaemon().find((child) => !before.includes(child))
    assertOnPackageAlone(pid, ['llama-addon.node', 'libllama', 'libggml'])
  })

  itLong('refuses a model of the machine where its package came without llama.cpp', async () => {
    assert.equal((await ask('DELETE /engine/local')).status, 200)
    const folder = join(packaged.resources, 'daemon', 'node_modules')
    for (const part of ['@node-llama-cpp', 'node-llama-cpp']) {
      renameSync(join(folder, part), join(folder, 'gone'))
      const { status, body } = await ask('PUT /engine/local', { model: join(packaged.home, 'tiny.gguf') })
      renameSync(join(folder, 'gone'), join(folder, part))
      assert.equal(status, 422, JSON.stringify(body))
      assert.match(JSON.stringify(body), /not_loaded/)
    }
  })

  itLong('stops cleanly, and has everything when it restarts', { skip: target.os === 'win' }, async () => {
    assert.equal(await daemon.stop(), 0)
    daemon = await packaged.start()
    const { body } = await ask('GET /memory/search?q=automobile')
    assert.match(JSON.stringify(body.data.items[0]), /automobile/)
    assert.equal(await daemon.stop(), 0)
  })
})

describe('A package', () => {
  it('records whether it was built without Electron', () => {
    assert.equal(/Electron is not installed/.test(packaged.output), findElectron(target) === null)
  })

  it('never contains the path it was built in', () => {
    const texts = globSync('**/*.{mjs,cjs,js,json,txt,html,yml,asar}', { cwd: packaged.resources })
    assert.ok(texts.length > 50)
    const naming = texts.filter((file) => readFileSync(join(packaged.resources, file)).includes(root))
    assert.deepEqual(naming, [])
  })

  it('has only the app in its archive', () => {
    const archive = readFileSync(join(packaged.resources, 'app.asar'))
    // It begins with the list of its files, whose length stands before it.
    const list = JSON.parse(archive.toString('utf8', 16, 16 + archive.readUInt32LE(12)))
    assert.deepEqual(Object.keys(list.files).toSorted(), [
      'icon.png',
      'main.mjs',
      'main.mjs.LEGAL.txt',
      'package.json',
      'preload',
      'tray',
    ])
  })

  it('has the Electron fuses set as required', { skip: notLinux }, () => {
    const program = readFileSync(join(packaged.resources, '..', 'companion-app')).toString('latin1')
    const [, wire] = /dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX..(\d{8})/s.exec(program) ?? []
    // In the order of FuseV1Options: Node off, cookies encrypted, no options, no inspection, integrity, asar alone.
    assert.equal(wire, '01001100')
  })
})

describe('The app of a package', { skip: noProc }, () => {
  /** They go last, once nothing runs on them any more. */
  const homes: string[] = []
  after(() => {
    for (const home of homes) rmSync(home, { recursive: true, force: true })
  })
  const place = () => {
    const home = temporaryFolder()
    homes.push(home)
    return home
  }
  const start = (home: string, words: string[] = []) => {
    const app = startAppProcess(home, packaged.resources, words)
    after(() => app.child.kill('SIGKILL'))
    return app
  }
  const shown = async (app: AppProcess) => {
    for (;;) {
      const { addresses } = await app.look()
      if (addresses.length > 0) return addresses
      await wait(20)
    }
  }

  /** It is killed, and its daemon ends by itself. */
  const assertLeavesNothing = async (app: AppProcess, home: string) => {
    const daemon = await soon(() => childrenOf(app.pid).find(isAlive))
    app.child.kill('SIGKILL')
    await soon(() => !isAlive(daemon))
    assert.equal(existsSync(join(home, 'daemon.json')), false)
  }

  itScaled(
    "runs once, with one daemon, which is gone when it is killed; the first instance gets the other's arguments",
    async () => {
      const home = place()
      const apps = Array.from({ length: amount(2, 20) }, () => start(home))
      const first = await Promise.any(
        apps.map(async (app) => {
          assert.match(String(await shown(app)), /welcome/)
          return app
        }),
      )
      const others = apps.filter((app) => app !== first)
      const codes = await Promise.all(others.map(({ ended }) => ended))
      assert.deepEqual(
        codes,
        others.map(() => 0),
      )
      const running = globSync('/proc/[0-9]*/cmdline').filter((file) => onHome(file, home))
      assert.equal(running.length, 2, 'the app and its daemon')
      assert.equal(childrenOf(first.pid).filter(isAlive).length, 1)
      await assertLeavesNothing(first, home)
    },
  )

  itLong('leaves no daemon behind when it is killed while that is starting', async () => {
    const home = place()
    await assertLeavesNothing(start(home), home)
  })

  itLong('starts again after a kill', async () => {
    const home = place()
    const killed = start(home)
    await shown(killed)
    killed.child.kill('SIGKILL')
    await killed.ended
    const app = start(home, ['companion://inbox'])
    assert.match(String(await shown(app)), /welcome/)
    assert.equal(await app.quit(), 0)
  })
})

/** Whether a process, by what Linux says of its command, runs on a home, and still runs. */
function onHome(cmdline: string, home: string): boolean {
  const pid = Number(cmdline.split('/')[2])
  try {
    return isAlive(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`COMPANION_HOME=${home}\0`)
  } catch {
    return false
  }
}
