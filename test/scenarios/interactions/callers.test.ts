import assert from 'node:assert/strict'
import { type Scene, scenarios } from '../../support/scenario.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const changes = {
  answer: { answer_text: 'tea' },
  approve: {},
  reject: {},
  cancel: {},
  dismiss: {},
  reopen: {},
  defer: { defer_seconds: 60 },
}

scenarios('Whose an interaction is', [
  ...Object.entries(changes).map(([action, input]) => ({
    name: `${action} of another member's interaction is not found, also for an admin`,
    check: async ({ ask, put, owner, member }: Scene) => {
      const mine = await put({ requirement: 'optional' })
      const hers = await put({ requirement: 'optional', user_id: owner.family_member_uuid })
      for (const [token, { interaction_id }] of [
        [owner.access_token, mine],
        [member.access_token, hers],
      ] as const) {
        const { status, detail } = await ask(token, `interactions.${action}`, { interaction_id, ...input })
        assert.deepEqual([status, detail], [404, 'interaction not found'])
      }
    },
  })),
  {
    name: "an admin sees any interaction, a member only the member's own",
    check: async ({ ask, put, owner, member }) => {
      const { interaction_id } = await put()
      const hers = await put({ user_id: owner.family_member_uuid })
      assert.equal((await ask(owner.access_token, 'interactions.get', { interaction_id })).status, 200)
      const other = await ask(member.access_token, 'interactions.get', {
        interaction_id: hers.interaction_id,
      })
      assert.deepEqual([other.status, other.detail], [404, 'interaction not found'])
    },
  },
  {
    name: 'nothing is accessible without a token',
    check: async ({ daemon, put, protocol }) => {
      const { interaction_id } = await put()
      if (protocol === 'WebSocket') {
        await assert.rejects(TestSocket.open(daemon, 'nobody'), /401/)
        return
      }
      const routes = Object.keys(changes).map((action) => `POST /interactions/${interaction_id}/${action}`)
      for (const route of [...routes, 'GET /interactions', `GET /interactions/${interaction_id}`]) {
        for (const token of [undefined, 'nobody']) {
          const { status, body } = await rest(daemon, route, { token })
          assert.deepEqual([status, body], [401, { detail: 'authentication required' }], route)
        }
      }
    },
  },
])

scenarios('Idempotency', [
  {
    name: 'the same key returns the first result again and changes nothing',
    check: async ({ ask, put, member }) => {
      const { interaction_id } = await put()
      const key = crypto.randomUUID()
      const input = { interaction_id, answer_text: 'tea', answer_json: { a: 1, b: 2 } }
      const first = await ask(member.access_token, 'interactions.answer', input, key)
      const again = await ask(
        member.access_token,
        'interactions.answer',
        { answer_json: { b: 2, a: 1 }, answer_text: 'tea', interaction_id },
        key,
      )
      assert.equal(first.status, 200)
      assert.deepEqual(again, first)
      const { result } = await ask(member.access_token, 'interactions.get', { interaction_id })
      assert.equal(result.events.length, 2)
    },
  },
  {
    name: 'the same key with another body or operation is a conflict',
    check: async ({ ask, put, member }) => {
      const [one, two] = [await put(), await put()]
      const key = crypto.randomUUID()
      const answer = { interaction_id: one.interaction_id, answer_text: 'tea' }
      await ask(member.access_token, 'interactions.answer', answer, key)
      for (const [operation, input] of [
        ['interactions.answer', { ...answer, answer_text: 'coffee' }],
        ['interactions.answer', { ...answer, interaction_id: two.interaction_id }],
        ['interactions.cancel', { interaction_id: two.interaction_id }],
      ] as const) {
        const { status, detail } = await ask(member.access_token, operation, input, key)
        assert.deepEqual([status, detail], [409, 'idempotency key was used with a different request'])
      }
    },
  },
  {
    name: 'a key belongs to its member',
    check: async ({ ask, put, member, owner }) => {
      const [mine, hers] = [await put(), await put({ user_id: owner.family_member_uuid })]
      const key = crypto.randomUUID()
      const { interaction_id } = mine
      await ask(member.access_token, 'interactions.cancel', { interaction_id }, key)
      const other = await ask(
        owner.access_token,
        'interactions.cancel',
        { interaction_id: hers.interaction_id },
        key,
      )
      assert.equal(other.result.interaction.interaction_id, hers.interaction_id)
    },
  },
  {
    name: 'a refused request is not remembered',
    check: async ({ ask, put, member }) => {
      const { interaction_id } = await put({ requirement: 'optional' })
      const key = crypto.randomUUID()
      await ask(member.access_token, 'interactions.dismiss', { interaction_id })
      const input = { interaction_id, answer_text: 'tea' }
      assert.equal((await ask(member.access_token, 'interactions.answer', input, key)).status, 409)
      await ask(member.access_token, 'interactions.reopen', { interaction_id })
      assert.equal((await ask(member.access_token, 'interactions.answer', input, key)).status, 200)
    },
  },
  {
    name: 'the key of a simulation is stored in its interaction',
    check: async ({ ask, owner, member }) => {
      const key = crypto.randomUUID()
      const input = { user_id: member.family_member_uuid, interaction_type: 'question', prompt: 'Once?' }
      const first = await ask(owner.access_token, 'interactions.simulate', input, key)
      assert.equal(first.result.interaction.idempotency_key, key)
      assert.deepEqual(await ask(owner.access_token, 'interactions.simulate', input, key), first)
    },
  },
  {
    name: 'a key with spaces is refused',
    check: async ({ ask, put, member }) => {
      const { interaction_id } = await put()
      const { status, detail } = await ask(
        member.access_token,
        'interactions.cancel',
        { interaction_id },
        'two words',
      )
      assert.deepEqual([status, detail], [400, 'Idempotency-Key must be 1 to 200 visible ASCII characters'])
    },
  },
])
