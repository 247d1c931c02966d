import assert from 'node:assert/strict'
import { type Row, type Scene, scenarios, simulate } from '../../support/scenario.ts'

async function simulated(scene: Scene, body: object) {
  const { status, result, detail } = await simulate(scene, body)
  assert.equal(status, 200, detail)
  return result
}

const refused = (name: string, body: object, status: number, detail: string | RegExp): Row => ({
  name,
  check: async (scene) => {
    const count = async () =>
      (await scene.ask(scene.member.access_token, 'interactions.list', {})).result.total
    const before = await count()
    const answer = await simulate(scene, body)
    assert.equal(answer.status, status)
    if (typeof detail === 'string') assert.equal(answer.detail, detail)
    else assert.match(String(answer.detail), detail)
    assert.equal(await count(), before, 'nothing was created')
  },
})

const keeps = (name: string, value: unknown, more: object = {}): Row => ({
  name: `${name} is stored`,
  check: async (scene) => {
    const { interaction } = await simulated(scene, { [name]: value, ...more })
    assert.deepEqual(interaction[name], value)
  },
})

scenarios('POST /admin/interactions/simulate', [
  ...['question', 'choice', 'dialogue', 'approval'].map((type) =>
    keeps('interaction_type', type, { allowed_options: ['a'] }),
  ),
  keeps('prompt', 'Fünf Ziegen 🐐 und ein "Zitat"'),
  keeps('title', 'A title'),
  keeps('severity', 'low'),
  keeps('requirement', 'optional'),
  keeps('category', 'kitchen'),
  keeps('expected_answer_type', 'number'),
  keeps('allowed_options', ['tea', 'coffee'], { interaction_type: 'choice' }),
  {
    name: 'severity defaults to medium and requirement to required',
    check: async (scene) => {
      const { interaction } = await simulated(scene, {})
      assert.deepEqual([interaction.severity, interaction.requirement], ['medium', 'required'])
    },
  },
  {
    name: 'expires_in_seconds sets expires_at',
    check: async (scene) => {
      const { interaction } = await simulated(scene, { expires_in_seconds: 90 })
      assert.equal(Date.parse(interaction.expires_at) - Date.parse(interaction.created_at), 90_000)
    },
  },
  {
    name: 'create_only is the default scenario',
    check: async (scene) => {
      const result = await simulated(scene, {})
      assert.equal(result.scenario_executed, 'create_only')
      assert.equal(result.interaction.status, 'pending')
      assert.equal(result.event.event_type, 'created')
      assert.equal(result.event.to_status, 'pending')
      assert.deepEqual(result.additional_events, [])
    },
  },
  {
    name: 'create_then_answer creates and answers an interaction',
    check: async (scene) => {
      const result = await simulated(scene, {
        scenario: 'create_then_answer',
        answer_text: 'tea',
        answer_json: { milk: true },
      })
      assert.equal(result.scenario_executed, 'create_then_answer')
      assert.equal(result.interaction.status, 'answered')
      assert.equal(result.interaction.answer_text, 'tea')
      assert.deepEqual(result.interaction.answer_json, { milk: true })
      assert.equal(result.event.event_type, 'created')
      assert.deepEqual(
        result.additional_events.map((event: { event_type: string }) => event.event_type),
        ['answered'],
      )
    },
  },
  {
    name: 'create_then_cancel creates and cancels an interaction, with one additional event',
    check: async (scene) => {
      const result = await simulated(scene, { scenario: 'create_then_cancel' })
      assert.equal(result.scenario_executed, 'create_then_cancel')
      assert.equal(result.interaction.status, 'cancelled')
      assert.deepEqual(
        result.additional_events.map((event: { event_type: string }) => event.event_type),
        ['cancelled'],
      )
    },
  },
  refused('an unknown user', { user_id: crypto.randomUUID() }, 404, 'user not found'),
  refused('a user that is no uuid', { user_id: 'mia' }, 400, 'user_id must be a valid uuid'),
  refused('an ack', { interaction_type: 'ack' }, 400, /^interaction_type must be one of question, choice/),
  refused('an empty prompt', { prompt: '' }, 400, /^prompt must/),
  refused(
    'a choice without options',
    { interaction_type: 'choice' },
    400,
    'allowed_options is required for a choice',
  ),
  refused(
    'a choice with no option',
    { interaction_type: 'choice', allowed_options: [] },
    400,
    /^allowed_options/,
  ),
  refused('an unknown severity', { severity: 'huge' }, 400, 'severity must be one of low, medium, high'),
  refused('an unknown requirement', { requirement: 'maybe' }, 400, /^requirement must be one of/),
  refused('an unknown scenario', { scenario: 'create_then_run' }, 400, /^scenario must be one of/),
  refused('an expiry in the past', { expires_in_seconds: 0 }, 400, /^expires_in_seconds must be >= 1/),
  refused(
    'create_then_answer without a text',
    { scenario: 'create_then_answer' },
    400,
    /^answer_text is required/,
  ),
  refused(
    'create_then_answer of an approval',
    { interaction_type: 'approval', scenario: 'create_then_answer', answer_text: 'yes' },
    422,
    'interaction type not answerable',
  ),
  refused(
    'create_then_answer with another option',
    {
      interaction_type: 'choice',
      allowed_options: ['tea'],
      scenario: 'create_then_answer',
      answer_text: 'milk',
    },
    400,
    'answer is not one of the allowed options',
  ),
])
