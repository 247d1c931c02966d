import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { createClient } from '../../../daemon/client/client.ts'
import { ApiError, ConnectionError } from '../../../daemon/client/errors.ts'
import { systemTokens } from '../../../daemon/client/local/system-tokens.ts'
import { type Session, sessionOf, sessionTokens } from '../../../daemon/client/tokens.ts'
import { ManualClock } from '../../support/clock.ts'
import { password, startTestDaemon } from '../../support/daemon.ts'

describe('a client', () => {
  test('calls operations of both shapes, with types from their declarations', async () => {
    await using daemon = await startTestDaemon({ clock: systemClock })
    const owner = await daemon.owner()
    const base_url = () => daemon.file.base_url
    const client = createClient({ base_url, tokens: systemTokens(daemon.home, 'test') })
    const { interaction } = await client.call('interactions.simulate', {
      user_id: owner.family_member_uuid,
      interaction_type: 'question',
      prompt: 'Tea?',
    })
    assert.equal(interaction.status, 'pending')
    const { items, total } = await client.call('interactions.list')
    assert.deepEqual([items[0]?.interaction_id, total], [interaction.interaction_id, 1])
    const signedIn = await createClient({ base_url }).call('auth.login', { username: 'olga', password })
    assert.equal(signedIn.family_member.full_name, 'Olga Example')
    // @ts-expect-error an operation that needs input cannot be called without
    await assert.rejects(client.call('interactions.get'), /interactions\.get needs interaction_id/)
    // @ts-expect-error there is no such operation
    await assert.rejects(client.call('interactions.invent', {}), /there is no operation interactions\.invent/)
  })

  test('gets the first result again for the same idempotency key', async () => {
    await using daemon = await startTestDaemon({ clock: systemClock })
    const { family_member_uuid: user_id } = await daemon.owner()
    const client = createClient({
      base_url: () => daemon.file.base_url,
      tokens: systemTokens(daemon.home, 'test'),
    })
    const input = { user_id, interaction_type: 'question', prompt: 'Tea?' } as const
    const first = await client.call('interactions.simulate', input, { idempotencyKey: 'k' })
    assert.deepEqual(await client.call('interactions.simulate', input, { idempotencyKey: 'k' }), first)
  })

  test('renews a token that only the daemon considers expired, in either response shape', async () => {
    const clock = new ManualClock()
    await using daemon = await startTestDaemon({ clock })
    await daemon.owner()
    const base_url = () => daemon.file.base_url
    const anonymous = createClient({ base_url })
    let stored: Session = sessionOf(
      await anonymous.call('auth.login', { username: 'olga', password }),
      Date.now(),
    )
    let refreshed = 0
    const store = {
      load: () => stored,
      save: (session: Session) => {
        refreshed += 1
        stored = session
      },
    }
    const tokens = sessionTokens(store, (refresh_token) => anonymous.call('auth.refresh', { refresh_token }))
    const client = createClient({ base_url, tokens })
    clock.advance(901_000)
    assert.equal((await client.call('auth.session')).family_member.username, 'olga')
    assert.equal(refreshed, 1)
    clock.advance(901_000)
    assert.equal((await client.call('interactions.list')).total, 0)
    assert.equal(refreshed, 2)
  })

  test('reports that nobody responds', async () => {
    const daemon = await startTestDaemon({ clock: systemClock })
    const client = createClient({ base_url: () => daemon.file.base_url })
    await daemon.stop()
    await assert.rejects(client.call('auth.session'), (error) => {
      assert.ok(error instanceof ConnectionError)
      assert.match(error.message, /the daemon at http:\/\/127\.0\.0\.1:\d+ does not respond/)
      return true
    })
  })

  test('passes an error on', async () => {
    await using daemon = await startTestDaemon({ clock: systemClock })
    const client = createClient({ base_url: () => daemon.file.base_url })
    await assert.rejects(client.call('auth.session'), (error) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.status, error.code], [401, 'AUTHENTICATION_REQUIRED'])
      return true
    })
  })
})
