import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { startTestDaemon, temporaryFolder, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { putQuestion } from '../../support/question.ts'
import { rest } from '../../support/wire/rest.ts'
import { type Received, TestSocket } from '../../support/wire/socket.ts'

const put = (
  daemon: TestDaemon,
  { access_token, family_member_uuid: user_id }: TestMember,
  seconds: number,
) => putQuestion(daemon, access_token, { user_id, expires_in_seconds: seconds })

const isExpiry = ({ type, data }: Received) =>
  type === 'interaction_notification' && data.event.event_type === 'expired'

describe('Expiry', () => {
  it('happens within a second of expires_at, without any request', async () => {
    const clock = new ManualClock()
    await using daemon = await startTestDaemon({ clock })
    const owner = await daemon.owner()
    await using socket = await TestSocket.open(daemon, owner.access_token)
    await socket.ask('subscribe', { topics: ['interaction.notifications'] })
    const interactions = [
      await put(daemon, owner, 1),
      await put(daemon, owner, 2),
      await put(daemon, owner, 1),
    ]
    clock.advance(2_000)
    for (const _ of interactions) {
      const { interaction, event } = (await socket.next(isExpiry)).data
      const late = Date.parse(event.created_at) - Date.parse(interaction.expires_at)
      assert.ok(late >= 0 && late < 1_000, `${late} ms late`)
    }
  })

  it('catches up right after a restart', async () => {
    const home = temporaryFolder()
    const clock = new ManualClock()
    let owner: TestMember
    let interaction_id: string
    {
      await using daemon = await startTestDaemon({ home, clock })
      owner = await daemon.owner()
      interaction_id = (await put(daemon, owner, 1)).interaction_id
    }
    clock.advance(1_000)
    await using daemon = await startTestDaemon({ home, clock })
    const listed = await rest(daemon, 'GET /interactions?status=expired', { token: owner.access_token })
    assert.equal(listed.body.total, 1)
    assert.equal(listed.body.items[0].interaction_id, interaction_id)
    const got = await rest(daemon, `GET /interactions/${interaction_id}`, { token: owner.access_token })
    assert.deepEqual([got.status, got.body], [410, { detail: 'interaction expired' }])
  })
})

describe('Stopping', () => {
  it('is announced on system.status before connections close with 1001', async () => {
    const daemon = await startTestDaemon()
    const owner = await daemon.owner()
    const socket = await TestSocket.open(daemon, owner.access_token)
    await socket.ask('subscribe', { topics: ['system.status'] })
    const closed = once(socket.socket, 'close')
    await daemon[Symbol.asyncDispose]()
    const [code] = await closed
    assert.equal(code, 1001)
    const told = await socket.next(({ type }) => type === 'system_status')
    assert.equal(told.data.status, 'stopping')
  })
})
