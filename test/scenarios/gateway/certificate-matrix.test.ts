import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { credentials, Metadata, status } from '@grpc/grpc-js'
import { operations } from '../../../daemon/client/description.ts'
import { trustAuthority } from '../../support/certificate.ts'
import { startTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { type PairedDevice, pairWith, restAs } from '../../support/device-key.ts'
import { call, grpcClient } from '../../support/wire/grpc.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const config = {
  mode: 'detached',
  host: '127.0.0.1',
  tls: { local: true, client_certificates: 'optional' },
}

describe('A certificate without a token', () => {
  let daemon: TestDaemon
  let device: PairedDevice
  let ca: string
  before(async () => {
    daemon = await startTestDaemon({ config })
    ca = trustAuthority(daemon)
    device = await pairWith(daemon, await daemon.owner(), ca)
  })
  after(() => daemon[Symbol.asyncDispose]())

  for (const [name, { method, path, access }] of operations) {
    const open = access === 'anyone'
    it(`${open ? 'changes nothing of what anybody may do' : 'opens nothing'} in ${name}`, async () => {
      const called = async (certificate: object) => {
        const at = `${method} ${path.replaceAll(/\{\w+\}/g, 'none')}`
        const { status: code, body } = await restAs(
          daemon,
          { ca, ...certificate },
          at,
          method === 'GET' || method === 'DELETE' ? {} : { payload: {} },
        )
        // Interactions say what was wrong as they always have.
        return [code, body.error?.code ?? body.detail]
      }
      const { key, cert } = device
      const seen = await called({ key, cert })
      assert.deepEqual(seen, await called({}))
      if (!open) assert.equal(seen[0], 401)
    })
  }

  it('opens no WebSocket', async () => {
    const { key, cert } = device
    await assert.rejects(TestSocket.open(daemon, '', { ca, key, cert }), /401/)
  })

  it('is served nothing over gRPC', async () => {
    const security = credentials.createSsl(Buffer.from(ca), Buffer.from(device.key), Buffer.from(device.cert))
    for (const [service, method] of [
      ['CompanionService', 'GetEmotionState'],
      ['MemoryService', 'Search'],
      ['RecognitionService', 'ListFamily'],
    ] as const) {
      const client = grpcClient(daemon, service, {}, security)
      await assert.rejects(call(client, method, {}, new Metadata()), { code: status.UNAUTHENTICATED })
      client.close()
    }
  })
})
