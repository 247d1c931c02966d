import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { buffer } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { household } from '../../support/household.ts'
import { bearer, call, grpcClient } from '../../support/wire/grpc.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, owner } = await household()

before(async () => {
  const memories = Array.from({ length: 40 }, (_, index) => ({
    content: `The box number ${index} is in the attic, behind the suitcases and under the old curtains`,
  }))
  const stored = await rest(daemon, 'POST /memory/store-many', {
    token: owner.access_token,
    payload: { memories },
  })
  assert.equal(stored.status, 200)
})

/** A string as the first field of a Protobuf message. */
const textField = (value: string) => Buffer.from([0x0a, value.length, ...Buffer.from(value)])

/** One call as it goes over the wire: the headers and trailers of the answer, and its messages in their frames. */
async function raw(method: string, message: Buffer, headers: Record<string, string>) {
  const session = connect(`http://${daemon.file.grpc_address}`)
  const stream = session.request({
    ':method': 'POST',
    ':path': `/companion.v1.${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: `Bearer ${owner.access_token}`,
    ...headers,
  })
  const head = once(stream, 'response')
  const trailers = once(stream, 'trailers')
  const frame = Buffer.alloc(5)
  frame.writeUInt32BE(message.length, 1)
  stream.end(Buffer.concat([frame, message]))
  const [[answered], body, [ended]] = await Promise.all([head, buffer(stream), trailers])
  session.close()
  const messages: { compressed: boolean; bytes: Buffer }[] = []
  for (let at = 0; at < body.length;) {
    const length = body.readUInt32BE(at + 1)
    messages.push({ compressed: body[at] === 1, bytes: body.subarray(at + 5, at + 5 + length) })
    at += 5 + length
  }
  return { encoding: answered['grpc-encoding'], status: ended['grpc-status'], messages }
}

const search = (headers: Record<string, string>) =>
  raw('MemoryService/Search', textField('boxes in the attic'), headers)

describe('A reply over gRPC', () => {
  it('is compressed with gzip for a client that accepts it, and is the same reply', async () => {
    const plain = await search({})
    assert.deepEqual([plain.encoding, plain.status, plain.messages.length], ['identity', '0', 1])
    const [whole] = plain.messages
    assert.ok(whole && !whole.compressed && whole.bytes.length > 1_024)
    for (const accepted of ['gzip', 'identity,deflate,gzip', 'deflate, gzip']) {
      const { encoding, status, messages } = await search({ 'grpc-accept-encoding': accepted })
      assert.deepEqual([encoding, status, messages.length], ['gzip', '0', 1])
      const [message] = messages
      assert.ok(message?.compressed, accepted)
      assert.ok(
        message.bytes.length < whole.bytes.length / 2,
        `${message.bytes.length} of ${whole.bytes.length}`,
      )
      const texts = (bytes: Buffer) => bytes.toString('latin1').match(/The box number \d+/g)
      assert.deepEqual(texts(gunzipSync(message.bytes)), texts(whole.bytes))
    }
  })

  it('is sent as it is to a client that accepts another compression alone', async () => {
    for (const accepted of ['identity', 'deflate', 'br', 'gzipped']) {
      const { encoding, messages } = await search({ 'grpc-accept-encoding': accepted })
      assert.deepEqual([encoding, messages[0]?.compressed], ['identity', false], accepted)
    }
  })

  it('is sent as it is where it is short', async () => {
    const { status, messages } = await raw('CompanionService/GetEmotionState', Buffer.alloc(0), {
      'grpc-accept-encoding': 'gzip',
    })
    assert.deepEqual([status, messages.map(({ compressed }) => compressed)], ['0', [false]])
  })

  it('is a refusal as ever, also for a client that accepts gzip', async () => {
    const session = connect(`http://${daemon.file.grpc_address}`)
    const stream = session.request({
      ':method': 'POST',
      ':path': '/companion.v1.CompanionService/GetEmotionState',
      'content-type': 'application/grpc',
      'grpc-accept-encoding': 'gzip',
    })
    stream.end(Buffer.alloc(5))
    const [head] = await once(stream, 'response')
    assert.deepEqual([head['grpc-status'], head['grpc-encoding']], ['16', undefined])
    session.close()
  })

  it('is read by an ordinary client', async () => {
    const client = grpcClient(daemon, 'MemoryService')
    const metadata = bearer(owner.access_token)
    const { items } = (await call(client, 'Search', { q: 'boxes in the attic', limit: 40 }, metadata)) as {
      items: unknown[]
    }
    assert.equal(items.length, 40)
    client.close()
  })
})
