import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ApiError } from '../../../daemon/client/errors.ts'
import { sendFile } from '../../../daemon/client/import-file.ts'
import { password } from '../../support/daemon.ts'
import { sharedHousehold } from '../../support/household.ts'
import { clientOf, ended, importFile, sampleFile } from '../../support/imported.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, clock, newMember } = await sharedHousehold('moving')

/** A member of their own, so that what they have stored is all there is. */
const somebody = async () => clientOf(daemon, await newMember())
type Somebody = Awaited<ReturnType<typeof somebody>>

const contentsOf = async (client: Somebody) => {
  const { items } = await client.call('memory.recent', { limit: 200, history: true })
  return items.map(({ content }) => content).toSorted()
}
const reasonOf = (reason: string) => (error: unknown) =>
  error instanceof ApiError && error.details['reason'] === reason

describe('An import', () => {
  it('is looked at before anything is stored', async () => {
    const client = await somebody()
    const text = sampleFile('claude-conversations.json')
    const { import: draft, preview } = await client.call('imports.create', { text, preview: true })
    assert.equal(draft.state, 'draft')
    assert.deepEqual(
      { ...preview, sample: preview?.sample.map(({ content }) => content) },
      {
        format: 'claude',
        memories: 2,
        by_assistants: 1,
        conversations: 1,
        from: '2025-02-03T08:00:01.000Z',
        to: '2025-02-03T08:02:00.000Z',
        household: 0,
        sample: [
          'We move to Leipzig on the first of April.',
          'The landlord is called Mr Petersen and his number ends in 42.',
        ],
        skipped: [{ place: 'conversations[0].messages[2]', reason: 'not_text' }],
        skipped_total: 1,
        archive: null,
      },
    )
    const all = await client.call('imports.preview', { id: draft.import_uuid, roles: 'all' })
    assert.deepEqual([all.memories, all.by_assistants], [3, 1])
    assert.deepEqual(await contentsOf(client), [])
    assert.equal((await client.call('imports.list')).total, 0)
  })

  it('keeps time, conversation and speaker, and is found', async () => {
    const client = await somebody()
    const text = sampleFile('claude-conversations.json')
    const done = await importFile(client, text, { roles: 'all', source_name: 'conversations.json' })
    assert.deepEqual(
      [done.state, done.total, done.done, done.stored, done.merged, done.skipped, done.error],
      ['done', 3, 3, 3, 0, 1, null],
    )
    const { items } = await client.call('memory.search', { q: 'what is the name of the landlord' })
    const [landlord] = items
    assert.equal(landlord?.memory.content, 'The landlord is called Mr Petersen and his number ends in 42.')
    assert.equal(landlord.memory.created_at, '2025-02-03T08:02:00.000Z')
    const { actor, speaker, source_name, conversation_uuid } = landlord.memory.source
    assert.deepEqual([actor, speaker, source_name], ['import', null, 'conversations.json'])
    const { items: memories } = await client.call('memory.recent', {})
    assert.deepEqual(
      memories.map(({ source }) => source.speaker),
      [null, 'Claude', null],
    )
    assert.ok(memories.every(({ source }) => source.conversation_uuid === conversation_uuid))
  })

  it('of the same file again changes nothing', async () => {
    const client = await somebody()
    const text = sampleFile('chatgpt-conversations.json')
    const first = await importFile(client, text)
    const before = await contentsOf(client)
    const again = await importFile(client, text)
    assert.deepEqual([first.stored, again.stored, again.merged], [4, 0, 4])
    assert.deepEqual(await contentsOf(client), before)
  })

  it('of the same file gives another member memories of their own', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const text = sampleFile('mem0.json')
    await importFile(one, text)
    assert.equal((await importFile(other, text)).stored, 2)
    assert.deepEqual(await contentsOf(other), await contentsOf(one))
  })

  it('comes in parts, each once, and none is missing', async () => {
    const client = await somebody()
    const { import: draft } = await client.call('imports.create', { text: 'The cat is calle', more: true })
    const id = draft.import_uuid
    const part = { id, position: 16, text: 'd Miu 🙂.\nThe dog is called Bruno.' }
    const { import: sent } = await client.call('imports.append', part)
    assert.equal(sent.received, 16 + part.text.length)
    assert.deepEqual((await client.call('imports.append', part)).import, sent)
    await assert.rejects(client.call('imports.append', { ...part, position: 900 }), reasonOf('part_missing'))
    await client.call('imports.start', { id })
    await assert.rejects(
      client.call('imports.append', { ...part, position: sent.received }),
      reasonOf('not_draft'),
    )
    assert.equal((await ended(client, id)).stored, 2)
    assert.deepEqual(await contentsOf(client), ['The cat is called Miu 🙂.', 'The dog is called Bruno.'])
  })

  it('begins at once where nothing else is said, and once for a key', async () => {
    const client = await somebody()
    const request = { text: 'The ladder is at Ferdinand’s.' }
    const idempotencyKey = 'import-ladder'
    const first = await client.call('imports.create', request, { idempotencyKey })
    const second = await client.call('imports.create', request, { idempotencyKey })
    assert.equal(second.import.import_uuid, first.import.import_uuid)
    assert.equal((await ended(client, first.import.import_uuid)).stored, 1)
    assert.equal((await client.call('imports.list')).total, 1)
  })

  it('of what is no such file says so, and leaves nothing', async () => {
    const client = await somebody()
    for (const format of ['chatgpt', undefined] as const) {
      const request = { text: '{"a":1}', preview: true, ...(format && { format }) }
      await assert.rejects(client.call('imports.create', request), reasonOf('unknown_format'))
    }
    const failed = await importFile(client, '{"a":1}')
    assert.deepEqual([failed.state, failed.error], ['failed', 'unknown_format'])
    const running = (await client.call('imports.list')).items.filter(({ state }) => state === 'running')
    assert.deepEqual(running, [])
  })

  it('leaves no file when it is over', async () => {
    const client = await somebody()
    const folder = daemon.home.imports
    const { import_uuid } = await sendFile(client, 'The tent is dry.', {})
    assert.ok(existsSync(join(folder, import_uuid)))
    await client.call('imports.start', { id: import_uuid })
    await ended(client, import_uuid)
    assert.ok(!readdirSync(folder).includes(import_uuid))
  })

  it('makes room for new files by dropping those that were never started', async () => {
    const client = await somebody()
    const drafts: string[] = []
    for (let at = 0; at < 5; at += 1) {
      clock.advance(1_000)
      drafts.push((await sendFile(client, `File ${at}.`, {})).import_uuid)
    }
    const states = await Promise.allSettled(drafts.map((id) => client.call('imports.get', { id })))
    assert.deepEqual(
      states.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    )
  })

  it('can make everything of a file private, whatever the file says', async () => {
    const client = await somebody()
    const text = JSON.stringify([{ content: 'The alarm code is new.', visibility: 'household' }])
    await importFile(client, text, { visibility: 'private' })
    const { items } = await client.call('memory.recent', {})
    assert.equal(items[0]?.visibility, 'private')
  })
})

describe('Undoing an import', () => {
  it('forgets what it stored, and not what was known before', async () => {
    const client = await somebody()
    await client.call('memory.store', { content: 'Is allergic to hazelnuts' })
    const { import_uuid: id, stored, merged } = await importFile(client, sampleFile('mem0.json'))
    assert.deepEqual([stored, merged], [1, 1])
    const undone = await client.call('imports.undo', { id })
    assert.deepEqual([undone.import.state, undone.forgotten], ['undone', 1])
    assert.deepEqual(await contentsOf(client), ['Is allergic to hazelnuts'])
    const { items } = await client.call('memory.search', { q: 'cello orchestra' })
    assert.ok(items.every(({ memory }) => !memory.content.includes('cello')))
    assert.equal((await client.call('imports.undo', { id })).forgotten, 0)
  })

  it('can be taken back one by one, or by the same file, which can be undone again', async () => {
    const client = await somebody()
    const { import_uuid: id } = await importFile(client, sampleFile('mem0.json'))
    await client.call('imports.undo', { id })
    const { items } = await client.call('memory.forgotten', {})
    assert.equal(items.length, 2)
    await client.call('memory.restore', { id: items[0]?.memory_uuid ?? '' })
    const again = await importFile(client, sampleFile('mem0.json'))
    assert.deepEqual([again.stored, again.merged], [1, 1])
    assert.equal((await client.call('imports.undo', { id: again.import_uuid })).forgotten, 1)
    assert.equal((await contentsOf(client)).length, 1)
  })

  it('lets hold again what it took the place of', async () => {
    const client = await somebody()
    const old = { content: 'My favourite colour is green.', told_at: '2020-01-01T00:00:00Z' }
    await client.call('memory.store', old)
    const text = JSON.stringify([
      { content: 'My favourite colour is blue.', told_at: '2024-01-01T00:00:00Z' },
    ])
    const { import_uuid: id } = await importFile(client, text)
    const holding = async () => (await client.call('memory.recent', {})).items.map(({ content }) => content)
    assert.deepEqual(await holding(), ['My favourite colour is blue.'])
    await client.call('imports.undo', { id })
    assert.deepEqual(await holding(), ['My favourite colour is green.'])
  })

  it('ends one that is running', async () => {
    const client = await somebody()
    const text = Array.from({ length: 3_000 }, (_, at) => `Parcel ${at} lies on shelf ${at % 97}`).join('\n')
    const { import_uuid: id } = await sendFile(client, text, {})
    await client.call('imports.start', { id })
    const undone = await client.call('imports.undo', { id })
    assert.equal(undone.import.state, 'undone')
    // Another one comes after it, so it is over by then.
    await importFile(client, 'The attic is warm.')
    assert.deepEqual(await contentsOf(client), ['The attic is warm.'])
  })

  it('is for its owner alone, as is all of it', async () => {
    const [client, other] = [await somebody(), await somebody()]
    const { import_uuid: id } = await importFile(client, 'The safe is behind the mirror.')
    for (const name of ['imports.undo', 'imports.get', 'imports.start', 'imports.preview'] as const)
      await assert.rejects(
        other.call(name, { id }),
        (error) => error instanceof ApiError && error.status === 404,
        name,
      )
    assert.deepEqual((await other.call('imports.list')).items, [])
    assert.deepEqual((await other.call('memory.export')).memories, 0)
    assert.equal((await contentsOf(client)).length, 1)
  })
})

it('A member’s reset takes their imports with it, files included', async () => {
  const member = await newMember()
  const client = clientOf(daemon, member)
  await importFile(client, 'The boat is moored at pier 4.')
  const { import_uuid } = await sendFile(client, 'Not started yet.', {})
  const { status } = await rest(daemon, 'POST /auth/emergency-reset', {
    token: member.access_token,
    payload: { password, confirm: 'RESET' },
  })
  assert.equal(status, 200)
  assert.ok(!existsSync(join(daemon.home.imports, import_uuid)))
})
