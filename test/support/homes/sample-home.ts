import assert from 'node:assert/strict'
import type { TestDaemon } from '../daemon.ts'
import { rest } from '../wire/rest.ts'

const messages = [
  'Hi! I am Olga, and I live in Lisbon with my sister Vera.',
  'My favourite tea is jasmine, and I am allergic to peanuts.',
  'I start a new job at the observatory on Monday, and I am so excited!',
  'Remind me to water the plants every Sunday at 10:00.',
  'What tea do I like?',
  'And where do I live?',
]

const memories = [
  { content: 'The spare key is with Mr Nunes on the second floor', kind: 'note', visibility: 'household' },
  { content: 'Vera’s birthday is on the 14th of March', kind: 'fact', tags: ['family'], pinned: true },
  { content: 'I prefer trains to planes', kind: 'preference', tags: ['travel'] },
  { content: 'We saw the meteor shower from the roof', kind: 'event', tags: ['memories'] },
]

const goals = [
  { title: 'Run ten kilometres', priority: 'medium', description: 'Twice a week along the river' },
  { title: 'Read one book a month', priority: 'low' },
  { title: 'Renew the passport', priority: 'high', due_at: '2027-02-01T12:00:00.000Z' },
]

const questions = [
  {
    interaction_type: 'choice',
    title: 'Dinner',
    prompt: 'What shall we cook on Friday?',
    allowed_options: ['Risotto', 'Curry', 'Something new'],
  },
  {
    interaction_type: 'approval',
    title: 'Heating',
    prompt: 'Turn the heating down to 18 degrees tonight?',
    severity: 'high',
    expires_in_seconds: 7_200,
  },
  {
    interaction_type: 'question',
    prompt: 'Which day suits you for the dentist?',
    requirement: 'optional',
    severity: 'low',
  },
]

/** Fills a home with the memories, goals and questions of a household of two; olga is its owner. */
export async function fillHome(daemon: TestDaemon): Promise<void> {
  const olga = await daemon.owner()
  await daemon.member(olga, 'vera')
  const call = async (route: string, payload: object) => {
    const { status, body } = await rest(daemon, route, { token: olga.access_token, payload })
    assert.ok(status < 300, `${route}: ${JSON.stringify(body)}`)
    return body.data
  }
  await call('PUT /auth/profile', { full_name: 'Olga Petrova', relationship: 'owner' })
  await call('PUT /personality/traits', { companion_name: 'Ada' })
  for (const content of messages) await call('POST /conversation/message', { content })
  for (const memory of memories) await call('POST /memory/store', memory)
  for (const goal of goals) {
    const made = await call('POST /agency/goals', goal)
    if (goal.priority === 'medium') await call(`PUT /agency/goals/${made.goal.goal_uuid}`, { progress: 0.6 })
  }
  for (const question of questions) {
    const body = { user_id: olga.family_member_uuid, ...question }
    const { status } = await rest(daemon, 'POST /admin/interactions/simulate', {
      token: olga.access_token,
      body,
    })
    assert.equal(status, 200)
  }
  await call('POST /auth/invitations', {})
}
