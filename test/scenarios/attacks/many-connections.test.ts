import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { type Client, type ClientReadableStream, type ServiceError, status } from '@grpc/grpc-js'
import { household } from '../../support/household.ts'
import { bearer, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const { daemon, owner, member } = await household()
const allowed = 32

describe('A member who opens WebSockets without end', () => {
  it('has 32, is told why there are no more, and takes none from others', async () => {
    await using opened = new AsyncDisposableStack()
    const open = async (token: string) => opened.use(await TestSocket.open(daemon, token))
    const works = async (socket: TestSocket) =>
      (await socket.ask('subscribe', { topics: ['system.status'] })).type === 'subscribed'
    const sockets: TestSocket[] = []
    for (let count = 0; count < allowed; count += 1) sockets.push(await open(member.access_token))
    for (const socket of sockets) assert.ok(await works(socket))

    const more = await open(member.access_token)
    const code = more.closeCode()
    const { data } = await more.next(({ type }) => type === 'error')
    assert.deepEqual([data.code, data.details.reason], ['RATE_LIMITED', 'connections'])
    assert.match(data.message, /32 connections/)
    assert.equal(await code, 4429)

    assert.ok(await works(await open(owner.access_token)))
    await sockets[0]?.[Symbol.asyncDispose]()
    assert.ok(await works(await open(member.access_token)), 'one that was closed makes room')
  })
})

describe('A member who opens gRPC streams without end', () => {
  /** Resolves once the stream is there; rejects with what it was refused with. */
  async function open(client: Client, token: string): Promise<ClientReadableStream<Record<string, unknown>>> {
    const stream = openStream(client, 'StreamUpdates', { topics: ['system.status'] }, bearer(token))
    stream.on('data', () => {})
    const failed = new Promise<never>((_, reject) => stream.on('error', reject))
    await Promise.race([once(stream, 'metadata'), failed])
    failed.catch(() => {})
    return stream
  }

  it('has 32 on all connections together, is told why there are no more, and takes none from others', async () => {
    using closing = new DisposableStack()
    const clients = [0, 1].map((number) =>
      closing.adopt(
        grpcClient(daemon, 'CompanionService', { 'grpc.use_local_subchannel_pool': 1, number }),
        (client) => client.close(),
      ),
    )
    const streams: ClientReadableStream<Record<string, unknown>>[] = []
    for (let count = 0; count < allowed; count += 1) {
      const client = clients[count % 2]
      assert.ok(client)
      streams.push(closing.adopt(await open(client, member.access_token), (stream) => stream.cancel()))
    }
    const [client] = clients
    assert.ok(client)
    await assert.rejects(open(client, member.access_token), (error: ServiceError) => {
      assert.equal(error.code, status.RESOURCE_EXHAUSTED)
      assert.match(error.details, /32 connections/)
      return true
    })
    closing.adopt(await open(client, owner.access_token), (stream) => stream.cancel())
    streams[0]?.cancel()
    // Whether the daemon knows of it already is a matter of time.
    for (let tried = 0; ; tried += 1) {
      const again = await open(client, member.access_token).catch(() => null)
      if (again) {
        closing.adopt(again, (stream) => stream.cancel())
        break
      }
      assert.ok(tried < 100, 'one that was closed makes room')
    }
  })
})
