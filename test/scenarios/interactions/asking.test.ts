import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { signIn } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { type Row, type Scene, scenarios } from '../../support/scenario.ts'
import { keyOf } from '../../support/wire/keys.ts'
import { rest } from '../../support/wire/rest.ts'

const question = { interaction_type: 'question', prompt: 'Tea or coffee?' }

const create = ({ ask, member }: Scene, input: object = {}, key?: string) =>
  ask(member.access_token, 'interactions.create', { ...question, ...input }, key)
const got = async ({ ask }: Scene, token: string, interaction_id: string) =>
  (await ask(token, 'interactions.get', { interaction_id })).result

const refused = (name: string, input: object, status: number, detail: RegExp): Row => ({
  name: `${name} is refused, and nothing is asked`,
  check: async (scene) => {
    const count = async () => (await scene.ask(scene.member.access_token, 'interactions.list')).result.total
    const before = await count()
    const answer = await create(scene, input)
    assert.equal(answer.status, status)
    assert.match(String(answer.detail), detail)
    assert.equal(await count(), before)
  },
})

scenarios('POST /interactions', [
  ...['question', 'choice', 'dialogue', 'approval', 'ack'].map((interaction_type) => ({
    name: `a member puts to themself: ${interaction_type}`,
    check: async (scene: Scene) => {
      const { family_member_uuid } = scene.member
      const options = interaction_type === 'choice' ? { allowed_options: ['tea', 'coffee'] } : {}
      const { interaction, event } = (await create(scene, { interaction_type, ...options })).result
      assert.equal(interaction.interaction_type, interaction_type)
      assert.deepEqual([interaction.user_id, interaction.status], [family_member_uuid, 'pending'])
      assert.deepEqual(
        [event.event_type, event.actor, event.via],
        ['created', `user:${family_member_uuid}`, null],
      )
      assert.equal(Object.keys(interaction).length, 19)
      const whole = await got(scene, scene.member.access_token, interaction.interaction_id)
      assert.deepEqual(whole, { interaction, events: [event] })
    },
  })),
  {
    name: 'every field that a simulation has is kept',
    check: async (scene) => {
      const fields = {
        title: 'A drink',
        severity: 'high',
        requirement: 'optional',
        category: 'kitchen',
        expected_answer_type: 'number',
        allowed_options: ['1', '2'],
      }
      const { interaction } = (await create(scene, { ...fields, expires_in_seconds: 90 })).result
      assert.partialDeepStrictEqual(interaction, fields)
      assert.equal(Date.parse(interaction.expires_at) - Date.parse(interaction.created_at), 90_000)
    },
  },
  {
    name: 'a member asks another, who sees who asks, and hears the answer',
    check: async (scene) => {
      const { ask, owner, member } = scene
      const { interaction, event } = (await create(scene, { to: owner.family_member_uuid })).result
      assert.equal(interaction.user_id, owner.family_member_uuid)
      assert.deepEqual(event.payload_json, { asked_by: 'Mia Example' })
      const { interaction_id } = interaction
      await ask(owner.access_token, 'interactions.answer', { interaction_id, answer_text: 'tea' })
      const whole = await got(scene, member.access_token, interaction_id)
      assert.deepEqual([whole.interaction.status, whole.interaction.answer_text], ['answered', 'tea'])
    },
  },
  {
    name: 'whoever asked may withdraw it, but neither answers for the other nor puts it aside',
    check: async (scene) => {
      const { ask, owner, member } = scene
      const input = { to: owner.family_member_uuid, requirement: 'optional' }
      const { interaction_id } = (await create(scene, input)).result.interaction
      for (const [action, more] of [
        ['answer', { answer_text: 'tea' }],
        ['dismiss', {}],
        ['defer', { defer_seconds: 60 }],
      ] as const) {
        const { status } = await ask(member.access_token, `interactions.${action}`, {
          interaction_id,
          ...more,
        })
        assert.equal(status, 404, action)
      }
      const { result } = await ask(member.access_token, 'interactions.cancel', { interaction_id })
      assert.equal(result.interaction.status, 'cancelled')
    },
  },
  {
    name: 'what a member has put to another is not in the list of the member',
    check: async (scene) => {
      const { interaction } = (await create(scene, { to: scene.owner.family_member_uuid })).result
      const { result } = await scene.ask(scene.member.access_token, 'interactions.list', { limit: 200 })
      const ids = result.items.map(({ interaction_id }: { interaction_id: string }) => interaction_id)
      assert.ok(!ids.includes(interaction.interaction_id))
    },
  },
  {
    name: 'a list or the household gets one each, together',
    check: async (scene) => {
      const { owner, member } = scene
      const both = [owner.family_member_uuid, member.family_member_uuid]
      for (const to of [both, 'household', [...both, ...both]]) {
        const { interactions } = (await create(scene, { to })).result
        assert.deepEqual(
          interactions.map(({ user_id }: { user_id: string }) => user_id),
          both,
        )
        const [first, second] = interactions
        assert.equal(first.correlation_id, second.correlation_id)
        assert.notEqual(first.interaction_id, second.interaction_id)
      }
      const one = (await create(scene, { to: [owner.family_member_uuid] })).result
      assert.deepEqual(Object.keys(one), ['interactions'])
    },
  },
  {
    name: 'a repeated idempotency key gives the first again and asks nobody twice',
    check: async (scene) => {
      const key = randomUUID()
      const first = await create(scene, { to: 'household' }, key)
      const again = await create(scene, { to: 'household' }, key)
      assert.deepEqual(again.result, first.result)
      assert.equal(first.result.interactions[0].idempotency_key, key)
      assert.equal((await create(scene, {}, key)).status, 409)
    },
  },
  refused('an unknown member', { to: randomUUID() }, 404, /^user not found$/),
  {
    name: 'with an unknown member among those who are asked, nobody is',
    check: async (scene) => {
      const { ask, member } = scene
      const count = async () => (await ask(member.access_token, 'interactions.list')).result.total
      const before = await count()
      const answer = await create(scene, { to: [member.family_member_uuid, randomUUID()] })
      assert.deepEqual([answer.status, answer.detail], [404, 'user not found'])
      assert.equal(await count(), before)
    },
  },
  refused('a name', { to: 'olga' }, 400, /^to /),
  refused('a list of nobody', { to: [] }, 400, /^to /),
  refused('a choice without options', { interaction_type: 'choice' }, 400, /^allowed_options is required/),
  refused('an empty prompt', { prompt: '' }, 400, /^prompt must/),
  ...['scenario', 'broadcast_admin', 'user_id', 'answer_text', 'quorum', 'webhook', 'options'].map((field) =>
    refused(
      `${field}, which it does not have,`,
      { [field]: 'first' },
      400,
      new RegExp(`^${field} is unknown`),
    ),
  ),
])

const clock = new ManualClock()
const { daemon, owner, member: mia } = await household({ clock })
const asker = await keyOf(daemon, 'mia', ['ask'], 'Deployment')
const reader = await keyOf(daemon, 'mia', ['read'], 'A reader')
const actor = await keyOf(daemon, 'mia', ['act'], 'An actor')

const put = async (token: string, input: object = {}) => {
  const { status, body } = await rest(daemon, 'POST /interactions', {
    token,
    body: { ...question, ...input },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.interaction.interaction_id as string
}
const get = async (token: string, id: string) =>
  (await rest(daemon, `GET /interactions/${id}`, { token })).status
const cancel = async (token: string, id: string) =>
  (await rest(daemon, `POST /interactions/${id}/cancel`, { token })).status
const listed = async (token: string): Promise<string[]> => {
  const { body } = await rest(daemon, 'GET /interactions?limit=200', { token })
  return body.items.map(({ interaction_id }: { interaction_id: string }) => interaction_id)
}

describe('A key that may only ask', () => {
  it('asks its owner, who sees through what', async () => {
    const id = await put(asker.key)
    const { body } = await rest(daemon, `GET /interactions/${id}`, { token: mia.access_token })
    const [{ actor: who, via }] = body.events
    assert.deepEqual([who, via], [`user:${mia.family_member_uuid}`, 'Deployment'])
  })

  it("finds, lists and cancels its own only, not its owner's and not those of other keys", async () => {
    const [own, another, persons] = [
      await put(asker.key),
      await put((await keyOf(daemon, 'mia', ['ask'], 'Another')).key),
      await put(mia.access_token),
    ]
    const theirs = await put(owner.access_token, { to: mia.family_member_uuid })
    for (const id of [another, persons, theirs])
      assert.deepEqual([await get(asker.key, id), await cancel(asker.key, id)], [404, 404])
    assert.equal(await get(asker.key, own), 200)
    const ids = await listed(asker.key)
    assert.ok(ids.includes(own))
    assert.ok([another, persons, theirs].every((id) => !ids.includes(id)))
    assert.equal(await cancel(asker.key, own), 200)
  })

  it("gets what became of one that it has put to another member, and nothing else of that member's", async () => {
    const id = await put(asker.key, { to: owner.family_member_uuid })
    const hers = await put(owner.access_token)
    await rest(daemon, `POST /interactions/${id}/answer`, {
      token: (await signIn(daemon, 'olga')).access_token,
      body: { answer_text: 'coffee' },
    })
    const { body } = await rest(daemon, `GET /interactions/${id}`, { token: asker.key })
    assert.equal(body.interaction.answer_text, 'coffee')
    assert.equal(await get(asker.key, hers), 404)
  })

  it('answers nothing, not even its own', async () => {
    const id = await put(asker.key)
    const { status } = await rest(daemon, `POST /interactions/${id}/answer`, {
      token: asker.key,
      body: { answer_text: 'yes' },
    })
    assert.equal(status, 403)
  })
})

describe('A key for more', () => {
  it("reads all of its owner's and cancels nothing, without the scope for that", async () => {
    const id = await put(asker.key)
    assert.equal(await get(reader.key, id), 200)
    assert.equal(await cancel(reader.key, id), 403)
  })

  it("cancels any of its owner's with the scope to act", async () => {
    assert.equal(await cancel(actor.key, await put(asker.key)), 200)
  })

  it('is no admin where it may only ask, whoever its owner is', async () => {
    const key = await keyOf(daemon, 'olga', ['ask', 'admin'])
    assert.equal(await get(key.key, await put(mia.access_token)), 404)
    const whole = await keyOf(daemon, 'olga', ['read', 'admin'])
    assert.equal(await get(whole.key, await put(mia.access_token)), 200)
  })
})

describe('One who asks too much', () => {
  it('has at most a hundred waiting: the next is refused until one is over', async () => {
    const { key } = await keyOf(daemon, 'mia', ['ask'], 'A flood')
    const ids: string[] = []
    for (let at = 0; at < 100; at += 1) ids.push(await put(key))
    const refusedAnswer = await rest(daemon, 'POST /interactions', { token: key, body: question })
    assert.deepEqual(
      [refusedAnswer.status, refusedAnswer.body.detail],
      [422, 'too many of your interactions wait for an answer; cancel some first'],
    )
    await put(mia.access_token)
    assert.equal(await cancel(key, String(ids[0])), 200)
    await put(key)
  })

  it('puts at most 300 in an hour, also where each is cancelled at once', async () => {
    const { key } = await keyOf(daemon, 'mia', ['ask'], 'A storm')
    for (let at = 0; at < 300; at += 1) await cancel(key, await put(key))
    const late = await rest(daemon, 'POST /interactions', { token: key, body: question })
    assert.deepEqual([late.status, late.headers.get('retry-after')], [429, '3600'])
    clock.advance(3_600_000)
    await put(key)
  })
})
