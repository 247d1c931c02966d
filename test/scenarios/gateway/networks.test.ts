import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:https'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { type DaemonFile, readDaemonFile } from '../../../daemon/kernel/daemon-file.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { end, startDaemonProcess } from '../../bench/daemon-process.ts'
import { registerOwner } from '../../bench/owner.ts'
import { makeCertificate, secureGrpcClient } from '../../support/certificate.ts'
import {
  startTestDaemon,
  temporaryFolder,
  type TestDaemon,
  testEnvironment,
  type TestMember,
} from '../../support/daemon.ts'
import { outerAddress } from '../../support/loopback.ts'
import { daemonProgram } from '../../support/programs.ts'
import { bearer, openStream } from '../../support/wire/grpc.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const outer = outerAddress()
const { files, made } = makeCertificate(outer === undefined ? [] : [`IP:${outer}`, 'DNS:companion.lan'])

/** What the file of the daemon would say if it were reached at `host`. */
const at = ({ file }: TestDaemon, host: string, scheme: string): { file: DaemonFile } => {
  const place = (url: string, protocol: string) =>
    Object.assign(new URL(url), { hostname: host }).href.replace(/^\w+:/, `${protocol}:`)
  return {
    file: {
      ...file,
      base_url: place(file.base_url, scheme),
      ws_url: place(file.ws_url, scheme.replace('http', 'ws')),
      grpc_address: file.grpc_address.replace(/^.*:/, `${host}:`),
    },
  }
}

/** The status of an answer that curl gets, which may name any host; `program` is what runs it. */
async function curl(
  host: string,
  words: readonly string[],
  program: readonly string[] = [],
): Promise<string> {
  const quiet = ['-s', '-m', '10', '-o', '/dev/null', '-w', '%{http_code}']
  const { stdout } = await promisify(execFile)('env', [
    ...program,
    'curl',
    ...quiet,
    '-H',
    `Host: ${host}`,
    ...words,
  ])
  return stdout
}

describe(
  'A network that the settings name',
  {
    skip:
      outer === undefined
        ? 'this machine has no network: NETWORKS ARE NOT TESTED'
        : made
          ? false
          : 'no `openssl` command here: NETWORKS ARE NOT TESTED',
  },
  () => {
    const address = outer ?? ''
    const lan = { name: 'lan', address, hosts: [address, 'companion.lan'] }
    let daemon: TestDaemon
    let owner: TestMember
    let there: { file: DaemonFile }

    before(async () => {
      daemon = await startTestDaemon({ config: { tls: files, access: { networks: [lan] } } })
      owner = await daemon.owner()
      there = at(daemon, address, 'https')
    })
    after(() => daemon[Symbol.asyncDispose]())

    /** The status of a request that says it goes to `host`, or comes from a page of `origin`. */
    async function statusOf(headers: Record<string, string>): Promise<number | undefined> {
      const asked = request(`${there.file.base_url}/auth/session`, {
        headers: { authorization: `Bearer ${owner.access_token}`, ...headers },
        // The name that is said is what is tried here.
        checkServerIdentity: () => undefined,
      }).end()
      const [response] = await once(asked, 'response')
      response.resume()
      return response.statusCode
    }

    it('has REST, WebSocket and gRPC over TLS, and the loopback has them as before', async () => {
      const { access_token: token } = owner
      const session = await rest(there, 'GET /auth/session', { token })
      assert.deepEqual([session.status, session.headers.has('strict-transport-security')], [200, true])
      await using socket = await TestSocket.open(there, token)
      assert.equal((await socket.ask('request', { operation: 'interactions.list' })).type, 'response')
      const client = secureGrpcClient(there, 'CompanionService', readFileSync(files.cert, 'utf8'))
      const stream = openStream(client, 'StreamUpdates', { topics: ['agency.goals'] }, bearer(token))
      assert.equal((await once(stream, 'data'))[0].type, 'subscribed')
      stream.on('error', () => {}).cancel()
      client.close()
      const near = await rest(daemon, 'GET /auth/session', { token })
      assert.deepEqual([near.status, near.headers.has('strict-transport-security')], [200, false])
    })

    it('is known by its own names alone', async () => {
      const { port } = new URL(there.file.base_url)
      assert.equal(await statusOf({ host: `companion.lan:${port}` }), 200)
      for (const host of [`evil.example:${port}`, `localhost:${port}`, `127.0.0.1:${port}`, 'companion.lan'])
        assert.equal(await statusOf({ host }), 403, host)
      assert.equal(await statusOf({ origin: `https://${address}:${port}` }), 200)
      for (const origin of [
        `http://${address}:${port}`,
        'https://evil.example',
        `https://companion.lan:${port}`,
      ])
        assert.equal(await statusOf({ origin }), 403, origin)
      const near = new URL('/healthz', daemon.file.base_url).href
      assert.equal(await curl(`${address}:${port}`, [near]), '403')
    })

    it('is not open without TLS', async () => {
      await assert.rejects(fetch(there.file.base_url.replace('https:', 'http:')))
    })

    it('is told to admins with its address', async () => {
      const { body } = await rest(daemon, 'GET /gateway/status', { token: owner.access_token })
      assert.deepEqual(body.data.networks, [{ name: 'lan', base_url: there.file.base_url, listening: true }])
    })

    it('hangs up on clients that it is not for, before they say anything', async () => {
      const closed = { ...lan, clients: ['203.0.113.7'] }
      await using other = await startTestDaemon({ config: { tls: files, access: { networks: [closed] } } })
      await assert.rejects(fetch(at(other, address, 'https').file.base_url))
      assert.equal((await fetch(new URL('/healthz', other.file.base_url))).status, 200)
    })

    it('does not open to containers alone where others are in it', async () => {
      const networks = [{ ...lan, container: true }]
      await assert.rejects(
        startTestDaemon({ config: { access: { networks } } }),
        /access\.networks: lan is no network of containers alone/,
      )
    })
  },
)

describe('Containers of Docker Desktop', () => {
  it('come over the loopback, by the name that the settings give', async () => {
    const name = 'host.docker.internal'
    const networks = [{ name: 'docker', address: '127.0.0.1', hosts: [name], container: true }]
    await using daemon = await startTestDaemon({ config: { access: { networks } } })
    const { host, port } = new URL(daemon.file.base_url)
    const hosts = [host, `${name}:${port}`, `evil.example:${port}`]
    const statuses = hosts.map((named) => curl(named, [`http://${host}/healthz`]))
    assert.deepEqual(await Promise.all(statuses), ['200', '200', '403'])
  })
})

const command = (line: string) => spawnSync('ip', line.split(' '), { encoding: 'utf8' })
/** Network namespaces of this run alone: where the machine's own network changes, its browsers break off what they load. */
const [machine, container] = [`companion-${process.pid}-machine`, `companion-${process.pid}-container`]
const inside = (namespace: string) => ['ip', 'netns', 'exec', namespace]
const mayMakeBridges =
  command(`netns add ${machine}`).status === 0 &&
  command(`-n ${machine} link add bridge type bridge`).status === 0
after(() => {
  for (const namespace of [machine, container]) command(`netns del ${namespace}`)
})

describe(
  'Containers on a bridge',
  { skip: mayMakeBridges ? false : 'this user may make no bridge: CONTAINERS ARE NOT TESTED' },
  () => {
    const address = '198.18.77.1'
    const home = temporaryFolder()
    after(() => rmSync(home, { recursive: true, force: true }))

    before(() => {
      for (const line of [
        `-n ${machine} link set lo up`,
        `-n ${machine} addr add ${address}/24 dev bridge`,
        `-n ${machine} link set bridge up`,
        `netns add ${container}`,
        `-n ${machine} link add outer type veth peer name inner netns ${container}`,
        `-n ${machine} link set outer master bridge up`,
        `-n ${container} addr add 198.18.77.2/24 dev inner`,
        `-n ${container} link set inner up`,
      ]) {
        const { status, stderr } = command(line)
        assert.equal(status, 0, `ip ${line}: ${stderr}`)
      }
    })

    it('reach the daemon without TLS, by the names of the settings', async (t) => {
      const { child, file } = await startDaemonProcess(home)
      const { access_token: token } = await registerOwner(home, file)
      await end(child)

      const networks = [{ name: 'docker', address, hosts: ['companion.host', address], container: true }]
      writeFileSync(join(home, 'config.json'), JSON.stringify({ access: { networks } }))
      const node = [process.execPath, '--disable-warning=ExperimentalWarning', daemonProgram]
      const daemon = spawn('env', [...inside(machine), ...node], {
        env: { ...process.env, ...testEnvironment(home) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      t.after(() => end(daemon, 'SIGKILL'))
      await once(daemon.stdout, 'data')
      const { port } = new URL(readDaemonFile(locateHome({ COMPANION_HOME: home }))?.base_url ?? '')
      const asked = ['-H', `Authorization: Bearer ${token}`, `http://${address}:${port}/api/v1/auth/session`]
      const hosts = [`companion.host:${port}`, `${address}:${port}`, `evil.example:${port}`]
      const statuses = hosts.map((host) => curl(host, asked, inside(container)))
      assert.deepEqual(await Promise.all(statuses), ['200', '200', '403'])
    })
  },
)
