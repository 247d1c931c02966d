import assert from 'node:assert/strict'
import { type Row, type Scene, scenarios } from '../../support/scenario.ts'

async function list({ ask, member }: Scene, query: object): Promise<{ ids: string[]; total: number }> {
  const { status, result, detail } = await ask(member.access_token, 'interactions.list', query)
  assert.equal(status, 200, detail)
  return {
    ids: result.items.map((item: { interaction_id: string }) => item.interaction_id),
    total: result.total,
  }
}

const ownCategory = () => `category-${crypto.randomUUID()}`

const refused = (name: string, query: object, detail: string): Row => ({
  name,
  check: async ({ ask, member }) => {
    const answer = await ask(member.access_token, 'interactions.list', query)
    assert.deepEqual([answer.status, answer.detail], [400, detail])
  },
})

scenarios('GET /interactions', [
  {
    name: 'status filters by one or several states',
    check: async (scene) => {
      const { ask, member } = scene
      const category = ownCategory()
      const [answered, cancelled, pending] = [
        await scene.put({ category }),
        await scene.put({ category }),
        await scene.put({ category }),
      ]
      await ask(member.access_token, 'interactions.answer', { ...target(answered), answer_text: 'tea' })
      await ask(member.access_token, 'interactions.cancel', target(cancelled))
      const both = await list(scene, { category: [category], status: ['answered', 'cancelled'] })
      assert.deepEqual(both, { ids: [cancelled.interaction_id, answered.interaction_id], total: 2 })
      const one = await list(scene, { category: [category], status: ['pending'] })
      assert.deepEqual(one, { ids: [pending.interaction_id], total: 1 })
    },
  },
  {
    name: 'interaction_type filters by type',
    check: async (scene) => {
      const category = ownCategory()
      const approval = await scene.put({ category, interaction_type: 'approval' })
      const dialogue = await scene.put({ category, interaction_type: 'dialogue' })
      await scene.put({ category })
      const listed = await list(scene, {
        category: [category],
        interaction_type: ['approval', 'dialogue', 'ack'],
      })
      assert.deepEqual(listed.ids, [dialogue.interaction_id, approval.interaction_id])
    },
  },
  {
    name: 'category filters by category',
    check: async (scene) => {
      const [one, two] = [ownCategory(), ownCategory()]
      const first = await scene.put({ category: one })
      const second = await scene.put({ category: two })
      assert.deepEqual((await list(scene, { category: [one] })).ids, [first.interaction_id])
      assert.deepEqual((await list(scene, { category: [two, one] })).ids, [
        second.interaction_id,
        first.interaction_id,
      ])
    },
  },
  {
    name: 'created_after and created_before are inclusive bounds',
    check: async (scene) => {
      const category = ownCategory()
      const created: { interaction_id: string; created_at: string }[] = []
      for (let count = 0; count < 3; count += 1) {
        scene.clock.advance(1_000)
        created.push(await scene.put({ category }))
      }
      const [first, second, third] = created.map(({ interaction_id }) => interaction_id)
      const middle = created[1]?.created_at
      assert.deepEqual((await list(scene, { category: [category], created_after: middle })).ids, [
        third,
        second,
      ])
      assert.deepEqual((await list(scene, { category: [category], created_before: middle })).ids, [
        second,
        first,
      ])
      const between = { category: [category], created_after: middle, created_before: middle }
      assert.deepEqual((await list(scene, between)).ids, [second])
      // The same moment in another time zone.
      const shifted = `${new Date(Date.parse(String(middle)) + 7_200_000).toISOString().slice(0, -1)}+02:00`
      assert.deepEqual((await list(scene, { category: [category], created_after: shifted })).ids, [
        third,
        second,
      ])
    },
  },
  {
    name: 'limit and offset page through the list, newest first, and total counts all',
    check: async (scene) => {
      const category = ownCategory()
      const ids: string[] = []
      for (let count = 0; count < 7; count += 1) ids.unshift((await scene.put({ category })).interaction_id)
      const pages = []
      for (let offset = 0; offset < 9; offset += 3) {
        const page = await list(scene, { category: [category], limit: 3, offset })
        assert.equal(page.total, 7)
        pages.push(page.ids)
      }
      assert.deepEqual(pages, [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)])
      assert.deepEqual((await list(scene, { category: [category], offset: 7 })).ids, [])
    },
  },
  {
    name: 'by severity, what is pending comes first: the required, then the severest, then the newest',
    check: async (scene) => {
      const { ask, member } = scene
      const category = ownCategory()
      const put = async (requirement: string, severity: string) =>
        (await scene.put({ category, requirement, severity })).interaction_id
      const calm = await put('optional', 'high')
      const [urgent, usual, late] = [
        await put('required', 'high'),
        await put('required', 'medium'),
        await put('required', 'medium'),
      ]
      const [slow, answered] = [await put('required', 'low'), await put('required', 'high')]
      await ask(member.access_token, 'interactions.answer', { interaction_id: answered, answer_text: 'tea' })
      const ordered = [urgent, late, usual, slow, calm, answered]
      const severest = { category: [category], sort: 'severity' }
      assert.deepEqual((await list(scene, severest)).ids, ordered)
      assert.deepEqual((await list(scene, { ...severest, limit: 3, offset: 3 })).ids, ordered.slice(3))
      const newest = [answered, slow, late, usual, urgent, calm]
      assert.deepEqual((await list(scene, { category: [category] })).ids, newest)
    },
  },
  {
    name: 'limit defaults to 50 and is at most 200',
    check: async (scene) => {
      const category = ownCategory()
      for (let count = 0; count < 52; count += 1) await scene.put({ category })
      assert.equal((await list(scene, { category: [category] })).ids.length, 50)
      assert.equal((await list(scene, { category: [category], limit: 200 })).ids.length, 52)
    },
  },
  refused('a limit of 0', { limit: 0 }, 'limit must be >= 1'),
  refused('a limit of 201', { limit: 201 }, 'limit must be <= 200'),
  refused('a negative offset', { offset: -1 }, 'offset must be >= 0'),
  refused(
    'an unknown status',
    { status: ['open'] },
    'status.0 must be one of pending, answered, approved, rejected, dismissed, deferred, expired, cancelled',
  ),
  refused(
    'an unknown type',
    { interaction_type: ['poll'] },
    'interaction_type.0 must be one of question, choice, dialogue, approval, ack',
  ),
  refused('a day without a time', { created_after: '2026-11-21' }, 'created_after must be a valid date-time'),
  refused('an unknown order', { sort: 'asc' }, 'sort must be one of newest, severity'),
  refused('an unknown parameter', { order: 'newest' }, 'order is unknown'),
  {
    name: "a list never contains other members' interactions, also for an admin",
    check: async (scene) => {
      const { ask, owner, member } = scene
      const category = ownCategory()
      const hers = await scene.put({ category, user_id: owner.family_member_uuid })
      const mine = await scene.put({ category })
      assert.deepEqual((await list(scene, { category: [category] })).ids, [mine.interaction_id])
      const owners = await ask(owner.access_token, 'interactions.list', { category: [category] })
      assert.equal(owners.result.total, 1)
      assert.equal(owners.result.items[0].interaction_id, hers.interaction_id)
      assert.equal((await ask(member.access_token, 'interactions.get', target(hers))).status, 404)
    },
  },
])

function target({ interaction_id }: { interaction_id: string }) {
  return { interaction_id }
}
