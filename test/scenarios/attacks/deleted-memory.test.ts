import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { select } from '../../support/database.ts'
import { password, signIn } from '../../support/daemon.ts'
import { assertHeldBy, filesHolding } from '../../support/homes/home-files.ts'
import { household } from '../../support/household.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const day = 86_400_000
/** In no sentence that a program writes. */
const secret = 'zanzibarquartz'
const content = `The spare key hangs behind the ${secret}`

describe('What a member has deleted', async () => {
  const clock = new ManualClock()
  const { daemon, owner } = await household({ clock, config: { backups: { daily: false } } })
  const mia = (await daemon.member(owner, 'mina')).family_member_uuid
  let token = (await signIn(daemon, 'mina')).access_token
  const ask = (route: string, payload?: object, key?: string) =>
    rest(daemon, route, {
      token,
      ...(payload && { payload }),
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    })
  const total = async () => (await ask('GET /memory/recent?history=true')).body.data.total
  const holding = () => filesHolding(daemon.home.path, secret)
  const assertGone = () => assertHeldBy(daemon.home.path, secret)

  it('does not come back through a repeated Idempotency-Key, nor is it stored anew', async () => {
    const stored = await ask('POST /memory/store', { content }, 'one')
    const { memory_uuid } = stored.body.data.memory
    assert.deepEqual((await ask('POST /memory/store', { content }, 'one')).body.data, stored.body.data)
    assert.equal((await ask(`DELETE /memory/${memory_uuid}`)).status, 200)
    for (const payload of [{ content }, { content: 'Something else' }])
      assert.deepEqual(errorOf(await ask('POST /memory/store', payload, 'one')).slice(0, 2), [410, 'GONE'])
    assert.equal(await total(), 0)
    await assertGone()
  })

  it('does not come back through the key of a bulk import either', async () => {
    const memories = [{ content }, { content: 'Tea is at five' }]
    const { items } = (await ask('POST /memory/store-many', { memories }, 'many')).body.data
    await ask(`DELETE /memory/${items[0].memory.memory_uuid}`)
    assert.equal((await ask('POST /memory/store-many', { memories }, 'many')).status, 410)
    assert.equal(await total(), 1)
    await assertGone()
    await ask(`DELETE /memory/${items[1].memory.memory_uuid}`)
  })

  it('is gone once what was forgotten cannot be taken back any more', async () => {
    const stored = (await ask('POST /memory/store', { content }, 'three')).body.data
    const memory_uuids = [stored.memory.memory_uuid]
    assert.equal((await ask('POST /memory/forget', { memory_uuids }, 'four')).body.data.total, 1)
    assert.equal((await ask('POST /memory/forget', { memory_uuids }, 'four')).body.data.total, 1)
    clock.advance(7 * day - 1_000)
    token = (await signIn(daemon, 'mina')).access_token
    assert.notDeepEqual(holding(), [])
    clock.advance(2 * 3_600_000)
    token = (await signIn(daemon, 'mina')).access_token
    await assertGone()
    assert.equal((await ask('POST /memory/forget', { memory_uuids }, 'four')).status, 404)
  })

  it('is quoted in no reply and no question any more', async () => {
    const { memory_uuid } = (await ask('POST /memory/store', { content })).body.data.memory
    const asked = { content: 'Where does the spare key hang?' }
    const { response } = (await ask('POST /conversation/message', asked, 'five')).body.data
    assert.ok(response.content.includes(secret), response.content)
    assert.deepEqual(
      response.memories_used.map((used: { memory_uuid: string }) => used.memory_uuid),
      [memory_uuid],
    )
    await ask(`DELETE /memory/${memory_uuid}`)
    assert.equal((await ask('POST /conversation/message', asked, 'five')).status, 410)
    const { items } = (await ask('GET /conversation/history')).body.data
    assert.equal(items[1].content, asked.content)
    assert.ok(!items[0].content.includes(secret), items[0].content)
    await assertGone()
  })

  it('is quoted in no reply that came before it was corrected either', async () => {
    const { memory_uuid } = (await ask('POST /memory/store', { content })).body.data.memory
    await ask('POST /conversation/message', { content: 'Where does the spare key hang?' })
    const corrected = { content: 'The spare key hangs in the hall' }
    const put = await rest(daemon, `PUT /memory/${memory_uuid}`, { token, payload: corrected })
    assert.equal(put.status, 200)
    await ask(`DELETE /memory/${memory_uuid}`)
    await assertGone()
  })

  it('is in nothing that was asked about several memories that were to be forgotten', async () => {
    const texts = [`My sister loves ${secret} tea.`, `My brother grows ${secret} beans.`]
    for (const text of [...texts, `Forget everything about ${secret}.`])
      await ask('POST /conversation/message', { content: text })
    const { items } =
      (await ask('GET /interactions')).body ?? (await rest(daemon, 'GET /interactions', { token })).body
    assert.equal(items.length, 1)
    const memories = (await ask('GET /memory/recent?history=true')).body.data.items
    for (const { memory_uuid } of memories) await ask(`DELETE /memory/${memory_uuid}`)
    assert.equal((await ask('GET /interactions')).body.total, 0)
    const cleared = await ask('POST /conversation/clear', { delete_history: true }, 'clear')
    assert.equal(cleared.status, 200)
    await assertGone()
    assert.deepEqual(
      (await ask('POST /conversation/clear', { delete_history: true }, 'clear')).body.data,
      cleared.body.data,
    )
  })

  it('is not said anew by the key of a message that was deleted with its history', async () => {
    const message = { content: `Nobody knows of the ${secret}` }
    await ask('POST /conversation/message', message, 'six')
    await ask('POST /conversation/clear', { delete_history: true })
    for (const { memory_uuid } of (await ask('GET /memory/recent')).body.data.items)
      await ask(`DELETE /memory/${memory_uuid}`)
    assert.equal((await ask('POST /conversation/message', message, 'six')).status, 410)
    assert.equal((await ask('GET /conversation/history')).body.data.total, 0)
    await assertGone()
  })

  it('is in no backup that is made later', async () => {
    const { memory_uuid } = (await ask('POST /memory/store', { content }, 'seven')).body.data.memory
    await ask(`DELETE /memory/${memory_uuid}`)
    const { access_token } = await signIn(daemon, 'olga')
    const made = await rest(daemon, 'POST /backups', { token: access_token, payload: {} })
    assert.equal(made.status, 201)
    await assertGone()
  })

  it('stays away after a reset, whatever key is sent again', async () => {
    const stored = { content, visibility: 'household' }
    await ask('POST /memory/store', stored, 'eight')
    const message = { content: `I like my ${secret} tea` }
    await ask('POST /conversation/message', message, 'nine')
    const owner = (await signIn(daemon, 'olga')).access_token
    const asked = { content: 'Where does the spare key hang?' }
    const { response } = (await rest(daemon, 'POST /conversation/message', { token: owner, payload: asked }))
      .body.data
    assert.ok(response.content.includes(secret), response.content)
    assert.equal((await ask('POST /auth/emergency-reset', { password, confirm: 'RESET' })).status, 200)
    await assertGone()
    clock.advance(1)
    token = (await signIn(daemon, 'mina')).access_token
    assert.equal((await ask('POST /memory/store', stored, 'eight')).status, 410)
    assert.equal((await ask('POST /conversation/message', message, 'nine')).status, 410)
    assert.equal(await total(), 0)
    assert.equal(select(daemon, 'SELECT 1 FROM messages WHERE family_member_uuid = ?', mia).length, 0)
  })
})

describe('A secret that is shown once', async () => {
  const { daemon, owner } = await household({ config: { backups: { daily: false } } })
  const twice = async (route: string, payload: object) => {
    const send = () =>
      rest(daemon, route, {
        token: owner.access_token,
        payload,
        headers: { 'idempotency-key': route.slice(5) },
      })
    return [await send(), await send()] as const
  }

  for (const [what, route, payload, secretOf] of [
    ['an invitation code', 'POST /auth/invitations', {}, 'invitation_code'],
    ['a pairing code', 'POST /auth/devices/pair', { name: 'Phone', kind: 'phone' }, 'pairing_code'],
    ['a key', 'POST /auth/keys', { name: 'Script', scopes: ['read'] }, 'key'],
  ] as const) {
    it(`is not kept beside an idempotency key: ${what}`, async () => {
      const [first, again] = await twice(route, payload)
      assert.equal(first.status < 300, true)
      const code = first.body.data[secretOf]
      assert.equal(select(daemon, 'SELECT 1 FROM idempotency WHERE instr(result, ?)', code).length, 0)
      assert.deepEqual(filesHolding(daemon.home.path, code), [])
      const [status, kind, details] = errorOf(again)
      assert.deepEqual([status, kind, details?.reason], [409, 'CONFLICT', 'shown_once'])
    })
  }
})
