import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import { ApiError } from '../../../daemon/client/errors.ts'
import { exportArchive } from '../../../daemon/client/import-file.ts'
import { password } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { clientOf, importFile } from '../../support/imported.ts'

const { daemon, owner, member } = await household()
const elsewhere = await household()
const mia = clientOf(daemon, member)

type Client = typeof mia
type Line = Readonly<Record<string, unknown>> & { readonly type: string }

const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
const ofType = (lines: readonly Line[], ...types: string[]) =>
  lines.filter(({ type }) => types.includes(type))

/** Everything that a person may have after a while. */
async function live(client: Client): Promise<void> {
  await client.call('memory.store', {
    content: 'My bicycle is blue',
    kind: 'fact',
    tags: ['bike'],
    pinned: true,
  })
  await client.call('memory.store', { content: 'The recipe of grandma’s soup', visibility: 'household' })
  await client.call('memory.store', { content: 'I live in Leipzig' })
  await client.call('memory.store', { content: 'I live in Dresden' })
  const { memory } = await client.call('memory.store', { content: 'The old locker code was 4711' })
  await client.call('memory.forget', { memory_uuids: [memory.memory_uuid] })
  for (const content of [
    'My sister is called Ann.',
    'What is my sister called?',
    'remind me tomorrow at 9 to water the plants',
  ])
    await client.call('conversation.message', { content })
  await client.call('conversation.clear')
  await client.call('conversation.message', { content: 'My favourite tea is rooibos.' })
  const goal = { title: 'Learn to juggle', description: 'three balls', priority: 'high' as const }
  await client.call('agency.create_goal', goal)
  const { goal: done } = await client.call('agency.create_goal', { title: 'Paint the fence' })
  await client.call('agency.update_goal', { id: done.goal_uuid, status: 'completed' })
  await client.call('auth.update_profile', {
    preferences: { time_zone: 'Europe/Berlin', theme: { dark: true } },
  })
  await client.call('personality.adjust', { traits: { openness: 0.9 }, companion_name: 'Juno' })
  await client.call('personality.snapshot', { label: 'as I like it' })
}

await live(mia)
const exported = (await exportArchive(mia)).text

describe('An archive', () => {
  it('says what it is first, and last how many lines there are and what their SHA-256 is', () => {
    const lines = linesOf(exported)
    const [head, end] = [lines[0], lines.at(-1)]
    assert.equal(head?.type, 'archive')
    console.log(JSON.stringify(head, null, 1), exported.length)
    assert.equal(end?.['sha256'], hash('sha256', exported.slice(0, exported.lastIndexOf('{"type":"end"'))))
  })
  it('is the same in another household', async () => {
    const client = clientOf(elsewhere.daemon, elsewhere.member)
    const done = await importFile(client, exported)
    console.log(done)
    const { text } = await exportArchive(client)
    for (const type of [
      'preferences',
      'personality',
      'personality_snapshot',
      'memory',
      'conversation',
      'message',
      'goal',
    ]) {
      console.log(type, ofType(linesOf(exported), type).length, ofType(linesOf(text), type).length)
      const [a, b] = [ofType(linesOf(exported), type), ofType(linesOf(text), type)]
      for (const [i, x] of a.entries())
        for (const k of Object.keys(x))
          if (JSON.stringify(x[k]) !== JSON.stringify(b[i]?.[k]))
            console.log('  ', type, i, k, x[k], b[i]?.[k])
    }
  })
})
void owner
void password
void ApiError
