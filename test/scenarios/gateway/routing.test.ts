import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { bearer, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { household } from '../../support/household.ts'
import { protocols } from '../../support/wire/protocols.ts'
import { putQuestion } from '../../support/question.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'
import { watchers } from '../../support/wire/events.ts'

const { daemon, owner, member } = await household()
const ask = protocols.REST(daemon)
const admins = 'interaction.notifications.admin'
let names = 0

/** Gives a topic a new external name; answers the name. */
async function map(internal_topic: string): Promise<string> {
  names += 1
  const external_topic = `home.feed-${names}`
  const { status, detail } = await ask(owner.access_token, 'routing.add', { external_topic, internal_topic })
  assert.equal(status, 201, detail)
  return external_topic
}

const unmap = (external_topic: string) => ask(owner.access_token, 'routing.remove', { external_topic })

/** Puts a question to somebody, and to all admins; answers its id. */
const put = async (user_id: string): Promise<string> =>
  (await putQuestion(daemon, owner.access_token, { user_id, broadcast_admin: true })).interaction_id

for (const [protocol, over] of Object.entries(protocols)) {
  describe(`Mappings over ${protocol}`, () => {
    const call = (operation: string, input: object = {}, key?: string) =>
      over(daemon)(owner.access_token, operation, input, key)
    const external_topic = `kitchen.${protocol.toLowerCase()}`
    const mapping = { external_topic, internal_topic: 'agency.goals' }

    it('can be created once for each name, listed and removed', async () => {
      const added = await call('routing.add', mapping)
      assert.equal(added.status, protocol === 'REST' ? 201 : 200)
      const { created_at, ...rest } = added.result
      assert.deepEqual(rest, { ...mapping, created_by: `user:${owner.family_member_uuid}` })
      assert.match(created_at, /Z$/)
      assert.equal((await call('routing.add', mapping)).status, 409)
      const { result } = await call('routing.list', { limit: 1 })
      assert.deepEqual(result.items, [added.result])
      assert.deepEqual((await call('routing.remove', { external_topic })).result, added.result)
      assert.equal((await call('routing.remove', { external_topic })).status, 404)
    })

    it('are created once for an idempotency key', async () => {
      const first = await call('routing.add', mapping, `key-${protocol}`)
      assert.deepEqual(await call('routing.add', mapping, `key-${protocol}`), first)
      await call('routing.remove', { external_topic })
    })

    for (const [what, changes, status] of [
      ['an unknown topic', { internal_topic: 'tea.time' }, 422],
      ['the name of a topic of the service', { external_topic: 'agency.goals' }, 409],
      ['a name with capitals', { external_topic: 'Kitchen' }, 400],
      ['a name that ends in a dot', { external_topic: 'kitchen.' }, 400],
      ['a name of 101 characters', { external_topic: 'x'.repeat(101) }, 400],
    ] as const) {
      it(`${what} is refused with ${status}`, async () => {
        assert.equal((await call('routing.add', { ...mapping, ...changes })).status, status)
      })
    }

    it('a name of 100 characters can be created and removed', async () => {
      const longest = { external_topic: 'x'.repeat(100), internal_topic: 'agency.goals' }
      assert.ok((await call('routing.add', longest)).status < 300)
      assert.equal((await call('routing.remove', { external_topic: longest.external_topic })).status, 200)
    })
  })
}

for (const [way, watch] of Object.entries(watchers)) {
  describe(`An external name over ${way}`, () => {
    it('sends a member what the topic sends, under that name', async () => {
      const name = await map('interaction.notifications')
      await using watcher = await watch(daemon, member.access_token, [name])
      await put(owner.family_member_uuid)
      const mine = await put(member.family_member_uuid)
      const { topic, interaction } = await watcher.next()
      assert.deepEqual([topic, interaction.interaction_id], [name, mine])
    })

    it('of an admin topic is refused to a member, and sent to an admin', async () => {
      const name = await map(admins)
      await assert.rejects(watch(daemon, member.access_token, [name]))
      await using watcher = await watch(daemon, owner.access_token, [name])
      const id = await put(member.family_member_uuid)
      const { topic, interaction } = await watcher.next()
      assert.deepEqual([topic, interaction.interaction_id], [name, id])
    })

    it('is unknown before it is created and after it is removed', async () => {
      const name = await map('interaction.notifications')
      await unmap(name)
      await assert.rejects(watch(daemon, member.access_token, [name]))
      await assert.rejects(watch(daemon, member.access_token, ['home.never']))
    })

    it('sends nothing more once it is removed, while other topics continue', async () => {
      const name = await map('interaction.notifications')
      const stays = await map('interaction.notifications')
      await using watcher = await watch(daemon, member.access_token, [name, stays])
      await unmap(name)
      const [first, second] = [await put(member.family_member_uuid), await put(member.family_member_uuid)]
      const told = [await watcher.next(), await watcher.next()]
      assert.deepEqual(
        told.map(({ topic, interaction }) => [topic, interaction.interaction_id]),
        [
          [stays, first],
          [stays, second],
        ],
      )
    })
  })
}

describe('A WebSocket and an external name', () => {
  it('replays nothing from its previous meaning', async () => {
    const name = await map('interaction.notifications')
    await using socket = await TestSocket.open(daemon, member.access_token)
    const before = await socket.ask('subscribe', { topics: [name, 'agency.goals'] })
    assert.deepEqual(before.data.topics, [name, 'agency.goals'])
    await put(member.family_member_uuid)
    const { data } = await socket.next(({ type }) => type === 'interaction_notification')
    assert.equal(data.topic, name)
    await unmap(name)
    assert.deepEqual((await socket.ask('unsubscribe', { topics: ['emotion.state'] })).data.topics, [
      'agency.goals',
    ])
    await ask(owner.access_token, 'routing.add', { external_topic: name, internal_topic: 'system.status' })
    const again = await socket.ask('subscribe', { topics: [name], resume_from: data.seq - 1 })
    assert.deepEqual([again.data.topics, again.data.missed], [['agency.goals', name], true])
    await put(member.family_member_uuid)
    await socket.ask('unsubscribe', { topics: ['emotion.state'] })
    assert.deepEqual(socket.received, [])
  })
})

it("a gRPC stream keeps the topic's type under an external name, and shows that name in its bus message", async () => {
  const name = await map('interaction.notifications')
  const open = (service: string, method: string) => {
    const client = grpcClient(daemon, service)
    const stream = openStream(client, method, { topics: [name] }, bearer(member.access_token))
    stream.on('error', () => {}).on('close', () => client.close())
    return stream
  }
  const updates = open('CompanionService', 'StreamUpdates')
  await once(updates, 'data')
  const bus = open('MessageBusService', 'Subscribe')
  await once(bus, 'metadata')
  const told = Promise.all([once(updates, 'data'), once(bus, 'data')])
  await put(member.family_member_uuid)
  const [[update], [message]] = await told
  assert.deepEqual([update.topic, update.type], [name, 'interaction_notification'])
  assert.equal(message.topic, name)
  for (const stream of [updates, bus]) stream.cancel()
})

it('a demoted admin receives no admin events, under whatever name', async () => {
  const name = await map(admins)
  const ada = await daemon.member(owner, 'ada')
  const setRoles = (roles: string[]) =>
    ask(owner.access_token, 'members.set_roles', { id: ada.family_member_uuid, roles })
  assert.equal((await setRoles(['admin'])).status, 200)
  const { body } = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token: ada.refresh_token } })
  await using socket = await TestSocket.open(daemon, body.data.access_token)
  const topics = [admins, name, 'interaction.notifications']
  assert.deepEqual((await socket.ask('subscribe', { topics })).data.topics, topics)
  assert.equal((await setRoles([])).status, 200)
  await put(member.family_member_uuid)
  const mine = await put(ada.family_member_uuid)
  const { data } = await socket.next(({ type }) => type === 'interaction_notification')
  assert.deepEqual([data.topic, data.interaction.interaction_id], ['interaction.notifications', mine])
  assert.deepEqual((await socket.ask('unsubscribe', { topics: ['emotion.state'] })).data.topics, [
    'interaction.notifications',
  ])
  assert.equal((await socket.ask('subscribe', { topics: [name] })).data.code, 'INSUFFICIENT_PERMISSIONS')
  assert.deepEqual(socket.received, [])
})
