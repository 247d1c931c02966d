import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { networkInterfaces } from 'node:os'
import { describe, it } from 'node:test'
import { makeCertificate } from '../../support/certificate.ts'
import { password, startTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { outerAddress } from '../../support/loopback.ts'

/** The usual limit of sign-ins. */
const usual = { COMPANION_LIMITS_AUTHENTICATION_PER_MINUTE: '' }

const { files, made } = makeCertificate()

/** Tries to sign in from one address of this machine to another; answers the status. */
async function guess(daemon: TestDaemon, username: string, localAddress: string, host = '127.0.0.1') {
  const { port, protocol } = new URL(daemon.file.base_url)
  const headers = { 'content-type': 'application/json' }
  const path = '/api/v1/auth/login'
  const send = protocol === 'https:' ? secureRequest : request
  const sent = send({ host, port, localAddress, method: 'POST', path, headers, servername: 'localhost' })
  sent.end(JSON.stringify({ payload: { username, password } }))
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode as number
}

const loopback6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

describe('A program of this machine', () => {
  it('guesses no more often by coming from other addresses of the loopback', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux has every address of 127.0.0.0/8')
    await using daemon = await startTestDaemon({ environment: usual })
    const statuses: number[] = []
    for (let host = 1; host <= 8; host += 1)
      statuses.push(await guess(daemon, `nobody${host}`, `127.0.0.${host}`))
    if (loopback6) statuses.push(await guess(daemon, 'nobody', '::1', '::1'))
    assert.deepEqual(statuses.slice(0, 5), Array(5).fill(401))
    assert.deepEqual(new Set(statuses.slice(5)), new Set([429]))
  })
})

describe('Somebody in the network who tries names that nobody has', () => {
  const outer = outerAddress()
  const skip = !made
    ? 'no `openssl` command here to make a certificate: LOCKOUTS OF ADDRESSES ARE NOT TESTED'
    : outer === undefined && 'this machine is in no network: LOCKOUTS OF ADDRESSES ARE NOT TESTED'

  it('locks nobody else out who comes from the same address', { skip }, async () => {
    await using daemon = await startTestDaemon({ config: { mode: 'detached', host: outer, tls: files } })
    const register = { username: 'olga', full_name: 'Olga', relationship: 'family', password }
    const registered = secureRequest({
      host: outer,
      port: new URL(daemon.file.base_url).port,
      method: 'POST',
      path: '/api/v1/auth/register',
      headers: { 'content-type': 'application/json' },
      servername: 'localhost',
    })
    registered.end(JSON.stringify({ payload: { ...register, setup_code: daemon.setupCode } }))
    const [answer] = await once(registered, 'response')
    answer.resume()
    assert.equal(answer.statusCode, 201)

    const from = outer ?? ''
    for (let count = 1; count <= 25; count += 1)
      assert.equal(await guess(daemon, `nobody${count}`, from, from), 401)
    assert.equal(await guess(daemon, 'olga', from, from), 200)
  })
})
