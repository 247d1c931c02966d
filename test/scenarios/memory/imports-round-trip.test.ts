import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe } from 'node:test'
import { exportAll } from '../../../daemon/client/import-file.ts'
import type { InputOf } from '../../../daemon/client/types.ts'
import { sharedHousehold } from '../../support/household.ts'
import { clientOf, importFile, sampleFile } from '../../support/imported.ts'
import { it, itLong } from '../../support/long.ts'

const { daemon, newMember } = await sharedHousehold('moving')

type Client = ReturnType<typeof clientOf>

async function somebody() {
  const member = await newMember()
  return { client: clientOf(daemon, member), family_member_uuid: member.family_member_uuid }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

const talk = randomUUID()
const memories: readonly InputOf<'memory.store'>[] = [
  {
    content: 'My favourite colour is green',
    kind: 'fact',
    importance: 0.9,
    told_at: '2021-03-04T08:00:00.000Z',
  },
  {
    content: 'My favourite colour is blue',
    kind: 'fact',
    tags: ['taste', 'colour'],
    told_at: '2023-03-04T08:00:00.000Z',
  },
  { content: 'I drink green tea in the evening', kind: 'preference', pinned: true },
  { content: 'We leave for Lisbon', conversation_uuid: talk, told_at: '2024-05-06T09:00:00.000Z' },
  {
    content: 'The flight is at seven',
    conversation_uuid: talk,
    told_at: '2024-05-06T09:01:00.000Z',
    speaker: 'Noa',
  },
  { content: 'The wifi password is on the fridge', visibility: 'household', source_name: 'house.md' },
  {
    content: 'To bake bread:\n- 500 g flour\n- 300 g water\n\n  Knead -- and wait --> an hour <!-- x',
    kind: 'note',
  },
  { content: '- is what the list of the choir begins with' },
  { content: '# is no heading, it is the key that Bruno presses first', tags: ['phone', '#phone', '- a, b'] },
  { content: 'The first line came from Windows,\r\nand the second one too\r\n\r\nwith a third' },
  { content: 'Zoë’s 🙂 violin teacher is Mr Weiß', speaker: 'Zoë', told_at: '2022-01-01T00:00:00.000Z' },
]

const asked = [
  'what is my favourite colour',
  'what do I drink in the evening',
  'where do we travel',
  'when is the flight',
  'wifi password',
  'how much flour for bread',
  'how does the list of the choir begin',
  'which key does Bruno press',
  'who teaches the violin',
  'what did Noa say',
]

/** All of their own, history included: what others share with the household is not theirs. */
async function allOf({ client, family_member_uuid }: Somebody) {
  const { items } = await client.call('memory.recent', { limit: 200, history: true })
  return items
    .filter((memory) => memory.family_member_uuid === family_member_uuid)
    .toSorted((a, b) => a.memory_uuid.localeCompare(b.memory_uuid))
}

const fileFields = (memories: Awaited<ReturnType<typeof allOf>>) =>
  memories.map((memory) => {
    const { memory_uuid, content, kind, importance, tags, visibility, pinned, created_at } = memory
    const { valid_from, valid_to, superseded_by, source } = memory
    const { conversation_uuid, speaker, source_name } = source
    const told = { created_at, conversation_uuid, speaker, source_name, valid_from, valid_to, superseded_by }
    return { memory_uuid, content, kind, importance, tags, visibility, pinned, ...told }
  })

const answersOf = (client: Client, questions: readonly string[]) =>
  Promise.all(
    questions.map(async (q) => {
      const { items, confident } = await client.call('memory.search', { q, limit: 5 })
      return { q, confident, found: items.map(({ memory, score }) => ({ content: memory.content, score })) }
    }),
  )
type Answers = Awaited<ReturnType<typeof answersOf>>

/** Scores fade by the moment; all else stays. */
function assertSameAnswers(now: Answers, before: Answers): void {
  const withoutScores = (answers: Answers) =>
    answers.map(({ found, ...answer }) => ({ ...answer, found: found.map(({ content }) => content) }))
  assert.deepEqual(withoutScores(now), withoutScores(before))
  const scores = (answers: Answers) => answers.flatMap(({ found }) => found.map(({ score }) => score))
  const scoresBefore = scores(before)
  for (const [which, score] of scores(now).entries())
    assert.ok(Math.abs(score - (scoresBefore[which] ?? NaN)) < 1e-3, `${score} was ${scoresBefore[which]}`)
}

async function wipe(one: Somebody): Promise<void> {
  for (const { memory_uuid: id } of await allOf(one)) await one.client.call('memory.delete', { id })
  assert.deepEqual(await allOf(one), [])
}

async function roundTrip(
  one: Somebody,
  format: 'jsonl' | 'markdown',
  questions?: readonly string[],
): Promise<void> {
  const { client } = one
  const before = fileFields(await allOf(one))
  const about = questions ?? before.slice(0, 10).map(({ content }) => content.slice(0, 40))
  const answers = await answersOf(client, about)
  const { text, memories } = await exportAll(client, format)
  assert.equal(memories, before.length)
  assert.deepEqual((await importFile(client, text)).stored, 0, 'what is there is not stored again')
  assert.deepEqual(fileFields(await allOf(one)), before)
  await wipe(one)
  const done = await importFile(client, text)
  assert.deepEqual([done.format, done.stored, done.skipped], ['companion', before.length, 0])
  assert.deepEqual(fileFields(await allOf(one)), before)
  assertSameAnswers(await answersOf(client, about), answers)
  await wipe(one)
}

const files = [
  'chatgpt-conversations.json',
  'claude-conversations.json',
  'letta-agent.af',
  'letta-passages.json',
  'mcp-memory.jsonl',
  'mem0.json',
  'notes.md',
  'openai.jsonl',
  'people.csv',
  'plain.txt',
]

describe('What was exported, deleted and imported', () => {
  for (const format of ['jsonl', 'markdown'] as const) {
    it(`is the same and found by the same questions, as ${format}`, async () => {
      const one = await somebody()
      for (const memory of memories) await one.client.call('memory.store', memory)
      const past = (await allOf(one)).find(({ superseded_by }) => superseded_by !== null)
      assert.equal(past?.content, 'My favourite colour is green')
      await roundTrip(one, format, asked)
    })

    for (const file of files)
      itLong(`is the same where it came of ${file}, as ${format}`, async () => {
        const one = await somebody()
        assert.equal((await importFile(one.client, sampleFile(file), { roles: 'all' })).state, 'done')
        await roundTrip(one, format)
      })
  }

  it('is the same where it came of files of every shape', async () => {
    const one = await somebody()
    for (const file of files)
      assert.equal((await importFile(one.client, sampleFile(file), { roles: 'all' })).state, 'done', file)
    await roundTrip(one, 'jsonl')
  })
})
