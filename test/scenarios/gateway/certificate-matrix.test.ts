import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { operations } from '../../../daemon/client/description.ts'
import { prepareRequest } from '../../../daemon/client/request.ts'
import type { OperationName } from '../../../daemon/client/types.ts'
import { trustAuthority } from '../../support/certificate.ts'
import { signIn } from '../../support/daemon.ts'
import { type PairedDevice, pairWith, restAs } from '../../support/device-key.ts'
import { grpcClient, methodOf } from '../../support/wire/grpc.ts'
import { cases } from '../../support/wire/matrix-cases.ts'
import { MatrixHousehold } from '../../support/wire/matrix-household.ts'
import { pathOf } from '../../support/wire/protocols.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const config = { mode: 'detached', host: '127.0.0.1', tls: { local: true } }
const services = ['CompanionService', 'MessageBusService', 'MemoryService', 'RecognitionService']

let matrix: MatrixHousehold
let device: PairedDevice
let cells = 0

before(async () => {
  matrix = await MatrixHousehold.start({ config })
  const { daemon } = matrix
  device = await pairWith(daemon, await signIn(daemon, 'olga'), trustAuthority(daemon))
})

after(async () => {
  await matrix[Symbol.asyncDispose]()
  // The test command adds these up.
  console.log(`cells ${cells}`)
})

/** The status that a call of any kind ends with. */
function codeOf(client: Client, method: string, streams: boolean): Promise<number> {
  type Called = { on: (event: 'error' | 'data', done: (error: ServiceError) => void) => void }
  return new Promise((resolve) => {
    const done = (error: ServiceError | null) => resolve(error?.code ?? status.OK)
    const open = methodOf(client, method) as unknown as (...parameters: unknown[]) => Called
    if (method === 'Store') open(new Metadata(), done)
    else if (!streams) open({}, new Metadata(), done)
    else {
      const stream = open({ topics: ['agency.goals'] }, new Metadata())
      stream.on('error', done)
      stream.on('data', () => done(null))
    }
  })
}

describe('Who brings the certificate of a device and no token may call', () => {
  for (const name of operations.keys()) {
    const { input, nobody = 401, member } = cases[name as OperationName]
    it(`${name} over REST${nobody === 401 ? ', which is refused' : ', as anybody may'}`, async () => {
      const described = operations.get(name)
      assert.ok(described)
      const belongings = async () => matrix.belongingsOf(await matrix.newPeople())
      // What everybody may call, such as a way to recover, is refused for what it is asked with.
      const isRefusedUnread = nobody === 401 && member !== 401
      const given = (isRefusedUnread ? pathOf(name) : await input?.(await belongings(), true)) ?? {}
      const { method, path, body } = prepareRequest(described, given as Record<string, unknown>)
      const answer = await restAs(matrix.daemon, device, `${method} ${matrix.daemon.file.base_url}${path}`, {
        ...(body !== null && { body }),
      })
      cells += 1
      assert.equal(answer.status, nobody)
    })
  }

  it('nothing over the WebSocket, which is not opened', async () => {
    const { ca, key, cert } = device
    await assert.rejects(TestSocket.open(matrix.daemon, null, { ca, key, cert }), /401/)
    cells += 1
  })

  for (const service of services)
    it(`nothing over gRPC of ${service}`, async () => {
      const [ca, key, cert] = [device.ca, device.key, device.cert].map((pem) => Buffer.from(pem))
      const client = grpcClient(matrix.daemon, service, {}, credentials.createSsl(ca, key, cert))
      const { service: described } = client.constructor as unknown as {
        service: Record<string, { responseStream: boolean }>
      }
      for (const [method, { responseStream }] of Object.entries(described)) {
        assert.equal(await codeOf(client, method, responseStream), status.UNAUTHENTICATED, method)
        cells += 1
      }
      client.close()
    })
})
