import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { WebSocket } from 'ws'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { household } from '../../support/household.ts'
import { startTestDaemon, temporaryFolder, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { putQuestion } from '../../support/question.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const { daemon, owner, member } = await household()
const topics = ['interaction.notifications']

async function put(to: TestDaemon = daemon, prompt = 'Tea?', by = owner, whom = member): Promise<string> {
  return (await putQuestion(to, by.access_token, { user_id: whom.family_member_uuid, prompt })).interaction_id
}

const isNotification = ({ type }: { type: string }) => type === 'interaction_notification'

describe('Upgrade', () => {
  it('service-v1 is the subprotocol that the server selects', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    assert.equal(socket.socket.protocol, 'service-v1')
  })

  it('a browser sends its token as a second subprotocol and gets only service-v1 back', async () => {
    const socket = new WebSocket(daemon.file.ws_url, ['service-v1', `bearer.${member.access_token}`])
    await once(socket, 'open')
    assert.equal(socket.protocol, 'service-v1')
    socket.close()
    await once(socket, 'close')
  })

  it('a client without a subprotocol is accepted', async () => {
    const socket = new WebSocket(daemon.file.ws_url, {
      headers: { authorization: `Bearer ${member.access_token}` },
    })
    await once(socket, 'open')
    assert.equal(socket.protocol, '')
    socket.close()
    await once(socket, 'close')
  })

  it('compression is never negotiated', async () => {
    const socket = new WebSocket(daemon.file.ws_url, {
      headers: { authorization: `Bearer ${member.access_token}` },
      perMessageDeflate: true,
    })
    await once(socket, 'open')
    assert.equal(socket.extensions, '')
    socket.close()
    await once(socket, 'close')
  })
})

describe('Subscriptions', () => {
  it('subscribe and unsubscribe return the current topics', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    const one = await socket.ask('subscribe', { topics })
    assert.deepEqual([one.type, one.data.topics], ['subscribed', topics])
    const two = await socket.ask('subscribe', { topics: ['system.status', 'emotion.state'] })
    assert.deepEqual(two.data.topics, [...topics, 'system.status', 'emotion.state'])
    const three = await socket.ask('unsubscribe', { topics: ['system.status', ...topics] })
    assert.deepEqual([three.type, three.data.topics], ['unsubscribed', ['emotion.state']])
  })

  it('every topic of the interface can be subscribed to', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    const all = [
      'emotion.state',
      'personality.expression',
      'conversation.events',
      'agency.goals',
      'system.status',
      'interaction.notifications',
    ]
    assert.deepEqual((await socket.ask('subscribe', { topics: all })).data.topics, all)
  })

  it('one unknown topic leaves the subscriptions unchanged', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    const { type, data } = await socket.ask('subscribe', { topics: [...topics, 'weather'] })
    assert.deepEqual([type, data.code, data.details.field], ['error', 'INVALID_REQUEST', 'topics'])
    assert.deepEqual((await socket.ask('unsubscribe', { topics })).data.topics, [])
  })

  it('nothing is sent after unsubscribe', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    await socket.ask('subscribe', { topics })
    await socket.ask('unsubscribe', { topics })
    await put()
    await socket.ask('unsubscribe', { topics })
    assert.deepEqual(socket.received.filter(isNotification), [])
  })
})

describe('Resuming', () => {
  it('events are numbered per member, in the order they happened', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    const { data } = await socket.ask('subscribe', { topics })
    const ids = [await put(), await put(), await put()]
    for (const [at, id] of ids.entries()) {
      const told = await socket.next(isNotification)
      assert.equal(told.data.seq, data.seq + at + 1)
      assert.equal(told.data.interaction.interaction_id, id)
    }
  })

  it('missed events are replayed completely', async () => {
    const first = await TestSocket.open(daemon, member.access_token)
    await first.ask('subscribe', { topics })
    await put()
    const { data: last } = await first.next(isNotification)
    await first[Symbol.asyncDispose]()
    const ids = [await put(), await put()]
    await using second = await TestSocket.open(daemon, member.access_token)
    const { data } = await second.ask('subscribe', { topics, resume_from: last.seq })
    assert.equal(data.missed, false)
    const again = [await second.next(isNotification), await second.next(isNotification)]
    assert.deepEqual(
      again.map(({ data: told }) => [told.seq, told.interaction.interaction_id]),
      ids.map((id, at) => [last.seq + at + 1, id]),
    )
  })

  it('more than 1,000 missed events are reported as a gap', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    const { data: start } = await socket.ask('subscribe', { topics })
    for (let round = 0; round < 51; round += 1) await Promise.all(Array.from({ length: 20 }, () => put()))
    await using later = await TestSocket.open(daemon, member.access_token)
    const gap = await later.ask('subscribe', { topics, resume_from: start.seq })
    assert.equal(gap.data.missed, true)
    const first = await later.next(isNotification)
    assert.equal(first.data.seq, start.seq + 21)
    const resumed = await later.ask('subscribe', { topics, resume_from: start.seq + 20 })
    assert.equal(resumed.data.missed, false)
  })

  it('a restart is reported as a gap', async () => {
    const home = temporaryFolder()
    let seq: number
    let people: TestMember[]
    {
      await using before = await startTestDaemon({ home, clock: systemClock })
      const boss = await before.owner()
      people = [boss]
      await using socket = await TestSocket.open(before, boss.access_token)
      await socket.ask('subscribe', { topics })
      await put(before, 'Tea?', boss, boss)
      seq = (await socket.next(isNotification)).data.seq
    }
    await using again = await startTestDaemon({ home, clock: systemClock })
    const [boss] = people
    assert.ok(boss)
    await using socket = await TestSocket.open(again, boss.access_token)
    const { data } = await socket.ask('subscribe', { topics, resume_from: seq })
    assert.equal(data.missed, true)
    assert.ok(data.seq > seq)
  })
})

describe('Keeping a connection alive', () => {
  it('the server pings, and closes connections that do not respond', async () => {
    // Long enough for an answer to a ping, whatever else the machine does.
    await using watchful = await startTestDaemon({ config: { realtime: { heartbeat_seconds: 5 } } })
    const { access_token } = await watchful.owner()
    await using lively = await TestSocket.open(watchful, access_token)
    await using dead = await TestSocket.open(watchful, access_token, { autoPong: false })
    const pinged = once(lively.socket, 'ping')
    assert.equal(await dead.closeCode(), 1006)
    await pinged
    assert.equal(lively.socket.readyState, WebSocket.OPEN)
  })

  it('a consumer that does not read is closed with 1013, and delays nobody else', async () => {
    // Pings would end a consumer that stands still, if its backlog did not before.
    await using patient = await startTestDaemon({ config: { realtime: { heartbeat_seconds: 300 } } })
    const boss = await patient.owner()
    await using quick = await TestSocket.open(patient, boss.access_token)
    const slow = await TestSocket.open(patient, boss.access_token)
    await quick.ask('subscribe', { topics })
    await slow.ask('subscribe', { topics })
    slow.socket.pause()
    const long = 'x'.repeat(8_000)
    const connections = async () =>
      (await rest(patient, 'GET /gateway/status', { token: boss.access_token })).body.data.protocols.websocket
        .connections
    assert.equal(await connections(), 2)
    // The kernel's own buffers hold some megabytes before anything piles up in the daemon.
    do {
      await Promise.all(Array.from({ length: 40 }, () => put(patient, long, boss, boss)))
      for (let count = 0; count < 40; count += 1) await quick.next(isNotification)
    } while ((await connections()) === 2)
    const closed = slow.closeCode()
    slow.socket.resume()
    assert.equal(await closed, 1013)
    assert.equal(quick.socket.readyState, WebSocket.OPEN)
  })
})
