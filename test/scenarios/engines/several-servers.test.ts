import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startChatServer } from '../../support/conversation/chat-server.ts'
import { startTestDaemon, temporaryFolder, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { protocols } from '../../support/wire/protocols.ts'
import { signIn } from '../../support/daemon.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { createMigratedHome } from '../../support/migrated.ts'
import { rmSync } from 'node:fs'

const [near, far] = await Promise.all([startChatServer(), startChatServer()])
after(() => Promise.all([near[Symbol.asyncDispose](), far[Symbol.asyncDispose]()]))
const home = temporaryFolder()
createMigratedHome(locateHome({ COMPANION_HOME: home }))
after(() => rmSync(home, { recursive: true, force: true }))

const settingsOf = ({ base_url }: { readonly base_url: string }, model = 'normal') => ({ base_url, model })
const nameOf = ({ port }: { readonly port: number }, model = 'normal') => `127.0.0.1:${port}:${model}`
const originOf = ({ base_url }: { readonly base_url: string }) => new URL(base_url).origin
/** Nobody listens there. */
const down = { base_url: 'http://127.0.0.1:9/v1', model: 'normal', port: 9 }

function talking(daemon: TestDaemon, member: TestMember) {
  const ask = protocols.REST(daemon)
  const tried = (operation: string, input: object = {}) => ask(member.access_token, operation, input)
  const call = async (operation: string, input: object = {}) => {
    const { status, result, detail } = await tried(operation, input)
    assert.equal(status, 200, `${operation}: ${detail} ${JSON.stringify(result)}`)
    return result
  }
  const say = async (content = 'The lake is frozen today.') => {
    const { engine, degraded, consent_needed } = (await call('conversation.message', { content })).response
    return { engine, degraded, waits: consent_needed?.origin ?? null }
  }
  const agreeTo = (...servers: { base_url: string }[]) =>
    call('auth.update_profile', { preferences: { engines: servers.map(originOf) } })
  return { tried, call, say, agreeTo }
}

describe('Several model servers', () => {
  it('write in their order, each where the one before cannot, and the order outlasts a restart', async () => {
    const changed = await (async () => {
      await using daemon = await startTestDaemon({ home })
      const owner = await daemon.owner()
      const { call, say, agreeTo } = talking(daemon, owner)
      await agreeTo(down, near, far)
      await call('engine.change', { ...settingsOf(down), api_key: 'sesame' })
      assert.deepEqual(await say(), { engine: 'builtin', degraded: true, waits: null })

      const added = await call('engine.add_server', settingsOf(near))
      assert.deepEqual(added.order, [nameOf(down), nameOf(near), 'builtin'])
      assert.deepEqual(await say(), { engine: nameOf(near), degraded: true, waits: null })

      const first = await call('engine.add_server', { ...settingsOf(far), at: 0 })
      assert.deepEqual(first.order, [nameOf(far), nameOf(down), nameOf(near), 'builtin'])
      assert.deepEqual(await say(), { engine: nameOf(far), degraded: false, waits: null })

      const order = [nameOf(near), nameOf(far), nameOf(down)]
      const reordered = await call('engine.reorder', { order })
      assert.deepEqual(reordered.order, [...order, 'builtin'])
      assert.deepEqual(await say(), { engine: nameOf(near), degraded: false, waits: null })
      return reordered
    })()
    assert.deepEqual(
      changed.servers.map(({ name, has_api_key, last_failure }: Record<string, unknown>) => [
        name,
        has_api_key,
        last_failure,
      ]),
      [
        [nameOf(near), false, null],
        [nameOf(far), false, null],
        [nameOf(down), true, 'unreachable'],
      ],
    )

    await using daemon = await startTestDaemon({ home })
    const { call, say } = talking(daemon, await signIn(daemon, 'olga'))
    assert.deepEqual((await call('engine.current')).order, changed.order)
    assert.deepEqual(await say(), { engine: nameOf(near), degraded: false, waits: null })

    await call('engine.remove_server', settingsOf(near))
    const { order, model, base_url } = await call('engine.remove_server', settingsOf(down))
    assert.deepEqual([order, model, base_url], [[nameOf(far), 'builtin'], 'normal', far.base_url])
    assert.deepEqual((await call('engine.reset')).servers, [])
  })

  it('get what a member says only where that member agreed to their origin', async () => {
    await using daemon = await startTestDaemon()
    const { call, say, agreeTo } = talking(daemon, await daemon.owner())
    await call('engine.change', settingsOf(near))
    await call('engine.add_server', settingsOf(far))
    const asked = (await near.chats()).length
    assert.deepEqual(await say(), { engine: 'builtin', degraded: false, waits: originOf(near) })
    await agreeTo(far)
    assert.deepEqual(await say('I juggle.'), { engine: nameOf(far), degraded: false, waits: originOf(near) })
    assert.equal((await near.chats()).length, asked)
    await agreeTo(near, far)
    assert.deepEqual(await say(), { engine: nameOf(near), degraded: false, waits: null })
  })

  it('are set once each, eight at most, and an order has to name all of them', async () => {
    await using daemon = await startTestDaemon()
    const { call, tried } = talking(daemon, await daemon.owner())
    const reasonOf = async (operation: string, input: object) => {
      const { status, result } = await tried(operation, input)
      return [status, result.error?.details.reason ?? null]
    }
    const server = (at: number) => settingsOf(near, `model-${at}`)
    for (let at = 0; at < 8; at += 1) await call('engine.add_server', server(at))
    assert.deepEqual(await reasonOf('engine.add_server', server(3)), [409, 'server_already_set'])
    assert.deepEqual(await reasonOf('engine.add_server', server(8)), [409, 'too_many_servers'])
    assert.deepEqual(await reasonOf('engine.remove_server', server(8)), [404, null])
    const { order } = await call('engine.current')
    const names = order.slice(0, -1)
    for (const wrong of [
      names.slice(1),
      order,
      [...names.slice(1), names[1]],
      [...names.slice(1), 'local:x'],
    ])
      assert.equal((await tried('engine.reorder', { order: wrong })).status, 400)
    assert.deepEqual((await call('engine.reorder', { order: names.toReversed() })).order, [
      ...names.toReversed(),
      'builtin',
    ])
    const replaced = await call('engine.change', server(0))
    assert.deepEqual(
      replaced.servers.map(({ model }: { model: string }) => model),
      ['model-0', ...[6, 5, 4, 3, 2, 1].map((at) => `model-${at}`)],
    )
  })
})
