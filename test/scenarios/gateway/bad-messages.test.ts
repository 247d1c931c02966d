import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { Metadata, status as grpcStatus } from '@grpc/grpc-js'
import { WebSocket } from 'ws'
import { household } from '../../support/household.ts'
import { bearer, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const { daemon, owner, member } = await household()

async function refusedUpgrade(path: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(new URL(path, daemon.file.ws_url), ['service-v1'], { headers })
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  const { statusCode } = response
  response.resume()
  socket.terminate()
  return statusCode
}

describe('a bad upgrade request is refused', () => {
  const authorization = () => ({ authorization: `Bearer ${member.access_token}` })
  it('at another path', async () => assert.equal(await refusedUpgrade('/wss', authorization()), 404))
  it('without a token', async () => assert.equal(await refusedUpgrade('/ws', {}), 401))
  it('with a token in the URL', async () =>
    assert.notEqual(await refusedUpgrade(`/ws?token=${member.access_token}`, {}), 101))
  it('from a foreign Origin', async () => {
    const headers = { ...authorization(), origin: 'https://evil.example' }
    assert.equal(await refusedUpgrade('/ws', headers), 403)
  })
})

describe('a bad WebSocket message is answered with an error that says why', () => {
  const withoutPayload = /^payload is required, and holds the fields of the operation/
  const message = (type: string, data: unknown) => JSON.stringify({ type, id: 'm1', data })
  const table: [name: string, frame: string | Buffer, code: string, says: RegExp][] = [
    ['broken JSON', '{"type":', 'INVALID_REQUEST', /not valid JSON/],
    ['a binary frame', Buffer.from(message('subscribe', {})), 'INVALID_REQUEST', /must be a text frame/],
    ['no type', '{"id":"m1","data":{}}', 'INVALID_REQUEST', /type is required/],
    ['an unknown type', message('shout', {}), 'INVALID_REQUEST', /type must be one of subscribe/],
    ['no data', '{"type":"subscribe","id":"m1"}', 'INVALID_REQUEST', /data is required/],
    ['no topics', message('subscribe', { topics: [] }), 'INVALID_REQUEST', /topics/],
    [
      'an unknown topic',
      message('subscribe', { topics: ['weather'] }),
      'INVALID_REQUEST',
      /unknown topic weather/,
    ],
    [
      "the admins' topic for a member",
      message('subscribe', { topics: ['interaction.notifications.admin'] }),
      'INSUFFICIENT_PERMISSIONS',
      /insufficient permissions/,
    ],
    [
      "another member's topic",
      message('subscribe', { topics: [`interaction.notifications.${randomUUID()}`] }),
      'INVALID_REQUEST',
      /unknown topic/,
    ],
    ['an unknown operation', message('request', { operation: 'tea.make' }), 'NOT_FOUND', /not found/],
    ['the operation constructor', message('request', { operation: 'constructor' }), 'NOT_FOUND', /not found/],
    [
      'fields of an operation outside of a payload',
      message('request', { operation: 'conversation.message', content: 'Hello' }),
      'INVALID_REQUEST',
      withoutPayload,
    ],
    [
      'no payload for an operation that needs one',
      message('request', { operation: 'conversation.message' }),
      'INVALID_REQUEST',
      withoutPayload,
    ],
    [
      'a payload without a field that is needed',
      message('request', { operation: 'conversation.message', payload: {} }),
      'INVALID_REQUEST',
      /^content is required/,
    ],
    [
      'a field beside a payload',
      message('request', { operation: 'conversation.message', payload: {}, content: 'Hello' }),
      'INVALID_REQUEST',
      /^data\.content is unknown/,
    ],
    [
      'no payload for an operation of admins',
      message('request', { operation: 'interactions.simulate' }),
      'INSUFFICIENT_PERMISSIONS',
      /insufficient permissions/,
    ],
    [
      'a payload that is a list',
      message('request', { operation: 'interactions.list', payload: [] }),
      'INVALID_REQUEST',
      /payload/,
    ],
    [
      'an admin operation for a member',
      message('request', { operation: 'interactions.simulate', payload: {} }),
      'INSUFFICIENT_PERMISSIONS',
      /insufficient permissions/,
    ],
    ['the token of another member', '', 'INSUFFICIENT_PERMISSIONS', /insufficient permissions/],
  ]
  for (const [name, frame, code, says] of table) {
    it(name, async () => {
      await using client = await TestSocket.open(daemon, member.access_token)
      client.socket.send(frame === '' ? message('authenticate', { access_token: owner.access_token }) : frame)
      const { data } = await client.next(({ type }) => type === 'error')
      assert.equal(data.code, code)
      assert.match([data.details.field, data.details.reason, data.message].join(' '), says)
      const alive = await client.ask('request', { operation: 'interactions.list' })
      assert.equal(alive.type, 'response')
    })
  }

  it('a frame over 64 KiB closes the connection with 1009', async () => {
    await using client = await TestSocket.open(daemon, member.access_token)
    const closed = once(client.socket, 'close')
    client.socket.send(JSON.stringify({ type: 'subscribe', id: 'x'.repeat(65_536), data: {} }))
    const [code] = await closed
    assert.equal(code, 1009)
  })
})

describe('a bad gRPC call ends with a status that says why', () => {
  const subscribe = async (
    metadata = bearer(member.access_token),
    topics = ['system.status'],
    options = {},
  ) => {
    const client = grpcClient(daemon, 'CompanionService', options)
    try {
      const call = openStream(client, 'StreamUpdates', { topics }, metadata)
      call.resume()
      const [error] = await once(call, 'error')
      return error as { code: number; details: string }
    } finally {
      client.close()
    }
  }

  it('without a token', async () => {
    const { code, details } = await subscribe(new Metadata())
    assert.deepEqual([code, details], [grpcStatus.UNAUTHENTICATED, 'authentication required'])
  })

  it('with a bad token', async () => {
    const { code, details } = await subscribe(bearer('abc'))
    assert.deepEqual([code, details], [grpcStatus.UNAUTHENTICATED, 'authentication required'])
  })

  it('without topics', async () => {
    const { code, details } = await subscribe(undefined, [])
    assert.equal(code, grpcStatus.INVALID_ARGUMENT)
    assert.match(details, /topics is required/)
  })

  it('with an unknown topic', async () => {
    const { code, details } = await subscribe(undefined, ['weather'])
    assert.equal(code, grpcStatus.INVALID_ARGUMENT)
    assert.match(details, /unknown topic weather/)
  })

  it('with a foreign authority', async () => {
    const options = { 'grpc.default_authority': 'evil.example' }
    const { code } = await subscribe(undefined, undefined, options)
    assert.equal(code, grpcStatus.PERMISSION_DENIED)
  })
})
