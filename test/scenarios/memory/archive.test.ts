import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import { ApiError } from '../../../daemon/client/errors.ts'
import { exportArchive, sendFile } from '../../../daemon/client/import-file.ts'
import { type ArchiveLine, archiveLines, linesOf, rewritten } from '../../support/archives.ts'
import { everyRow } from '../../support/database.ts'
import { sharedHousehold } from '../../support/household.ts'
import { clientOf, importFile } from '../../support/imported.ts'
import { deviceWithPin } from '../../support/pin-device.ts'

const { daemon, clock, newMember } = await sharedHousehold('moving')
const elsewhere = await sharedHousehold('detached')
const member = await newMember('mia')
const [olga, mia] = [clientOf(daemon, await newMember('olga')), clientOf(daemon, member)]

type Client = typeof mia
const archiveOf = async (client: Client) => (await exportArchive(client)).text

const newcomer = async () => clientOf(elsewhere.daemon, await elsewhere.newMember('newcomer'))

/** What a person may have after a while. */
async function live(client: Client): Promise<void> {
  const call = ((...parts: Parameters<Client['call']>) => {
    clock.advance(1_000)
    return client.call(...parts)
  }) as Client['call']
  for (const memory of [
    { content: 'My bicycle is blue', kind: 'fact', tags: ['bike'], pinned: true },
    { content: 'Grandma puts ginger into her soup', visibility: 'household', importance: 0.8 },
    { content: 'I live in Leipzig' },
    // Takes the place of the one before.
    { content: 'I live in Dresden' },
  ] as const)
    await call('memory.store', { ...memory, tags: [...('tags' in memory ? memory.tags : [])] })
  const { memory } = await call('memory.store', { content: 'The old locker code was 4711' })
  await call('memory.forget', { memory_uuids: [memory.memory_uuid] })
  for (const content of [
    'My sister is called Ann.',
    'What is my sister called?',
    'Remind me tomorrow at 9 to water the plants',
  ])
    await call('conversation.message', { content })
  await call('conversation.clear', { temporary: true })
  await call('conversation.message', { content: 'I am planning a surprise.' })
  await call('conversation.clear')
  await call('conversation.message', { content: 'My favourite tea is rooibos.' })
  await call('agency.create_goal', { title: 'Learn to juggle', priority: 'high' })
  await call('agency.create_goal', { title: 'Take out the bins', repeats: 'FREQ=WEEKLY;BYDAY=MO' })
  const { goal } = await call('agency.create_goal', { title: 'Paint the fence' })
  await call('agency.update_goal', { id: goal.goal_uuid, status: 'completed' })
  await call('auth.update_profile', {
    preferences: { time_zone: 'Europe/Berlin', theme: { dark: true } },
  })
  await call('personality.adjust', { traits: { openness: 0.9 }, companion_name: 'Juno' })
  await call('personality.snapshot', { label: 'as I like it' })
}

await olga.call('memory.store', { content: 'Olga hides the presents in the cellar' })
await olga.call('memory.store', { content: 'The attic key is under the mat', visibility: 'household' })
await olga.call('memory.store', { content: 'The router is behind the sofa', visibility: 'household' })
await live(mia)
await mia.call('conversation.message', { content: 'Where is the router?' })
const exported = await archiveOf(mia)
// It is later in the other household.
elsewhere.clock.advance(Math.max(1_000, clock.now() - elsewhere.clock.now() + 1_000))

const takenTypes = ['preferences', 'personality', 'conversation', 'message', 'memory', 'goal']
/** What comes to be anew where a thing is brought in. */
const anew = {
  memory: ['actor', 'import_uuid', 'updated_at', 'last_accessed_at'],
  personality: ['updated_at'],
} as const
const lasting = ({ type, ...line }: ArchiveLine) => {
  const changing: readonly string[] = anew[type as keyof typeof anew] ?? []
  return { type, ...Object.fromEntries(Object.entries(line).filter(([name]) => !changing.includes(name))) }
}
/** The snapshots but for that of what the companion was before the import. */
const snapshotsOf = (text: string) =>
  linesOf(text, 'personality_snapshot').filter(({ label }) => label === 'as I like it')

const refusedAs = (reason: string) => (error: unknown) =>
  error instanceof ApiError && error.details['reason'] === reason

describe('An archive', () => {
  it('says first what it is, and last how many lines there are and their SHA-256', () => {
    const [head, ...lines] = archiveLines(exported)
    const end = lines.pop()
    assert.ok(head && end)
    const { version, format, made_at, member: of, counts } = head
    assert.deepEqual([head.type, format, version], ['archive', 'companion-archive', 1])
    assert.equal(Date.parse(String(made_at)), clock.now())
    const { family_member_uuid, username } = member
    assert.deepEqual(of, { family_member_uuid, username, full_name: 'Mia Example' })
    const lineCounts: Record<string, number> = {}
    for (const { type } of lines) lineCounts[type] = (lineCounts[type] ?? 0) + 1
    assert.deepEqual(lineCounts, counts)
    const before = exported.slice(0, exported.lastIndexOf('{"type":"end"'))
    assert.deepEqual(end, { type: 'end', lines: lines.length + 1, sha256: hash('sha256', before) })
  })

  it('holds what is kept of the member, what was forgotten and can be brought back too', () => {
    assert.deepEqual(
      linesOf(exported, 'memory').map(({ content }) => content),
      [
        'My bicycle is blue',
        'Grandma puts ginger into her soup',
        'I live in Leipzig',
        'I live in Dresden',
        'My sister is called Ann.',
        'My favourite tea is rooibos.',
      ],
    )
    assert.deepEqual(
      linesOf(exported, 'forgotten').map(({ content }) => content),
      ['The old locker code was 4711'],
    )
    assert.deepEqual(
      linesOf(exported, 'goal').map(({ title }) => title),
      ['water the plants', 'Learn to juggle', 'Take out the bins', 'Paint the fence'],
    )
    assert.equal(linesOf(exported, 'message').length, 10)
    for (const type of ['profile', 'session', 'audit', 'emotion', 'emotion_entry', 'fact'])
      assert.ok(linesOf(exported, type).length > 0, type)
  })

  it('holds nothing of anybody else, no secret, and nothing of a temporary conversation', () => {
    // What the companion has said to her is hers, whoever told it.
    const others = rewritten(exported, (line) => (line.type === 'message' ? { ...line, content: '' } : line))
    for (const text of ['presents', 'attic', 'sofa', 'Olga', 'argon2', 'surprise'])
      assert.ok(!others.includes(text), text)
    const replies = linesOf(exported, 'message')
    assert.ok(replies.some(({ content }) => String(content).includes('behind the sofa')))
    const own = new Set(linesOf(exported, 'memory').map(({ memory_uuid }) => memory_uuid))
    for (const { memories_used: used } of replies)
      for (const { memory_uuid } of used as { memory_uuid: string }[]) assert.ok(own.has(memory_uuid))
    const names = new Set(archiveLines(exported).flatMap((line) => Object.keys(line)))
    assert.deepEqual(
      [...names].filter((name) => /hash|secret|token|sealed|thumbprint|public_key/.test(name)),
      [],
    )
  })

  it('is wanted by a person, not by a key and not with a PIN', async () => {
    const { key: secret } = await mia.call('keys.create', {
      name: 'all',
      scopes: ['read', 'remember', 'act'],
    })
    await assert.rejects(
      clientOf(daemon, { access_token: secret }).call('archive.export'),
      refusedAs('person'),
    )
    const device = await deviceWithPin(daemon, member.username, clock)
    const { access_token } = (await device.withPin(device.pin)).body.data
    await assert.rejects(clientOf(daemon, { access_token }).call('archive.export'), refusedAs('pin'))
  })
})

describe('An archive in another household', () => {
  /** The one to whom it was brought back first. */
  let returned: Client | undefined

  it('is told of before anything is stored', async () => {
    const client = await newcomer()
    const draft = await sendFile(client, exported, {})
    const preview = await client.call('imports.preview', { id: draft.import_uuid })
    assert.deepEqual([preview.format, preview.memories, preview.household], ['archive', 6, 1])
    assert.equal(preview.archive?.full_name, 'Mia Example')
    assert.deepEqual(preview.archive.taken, {
      preferences: 1,
      conversation: 2,
      message: 10,
      goal: 4,
      personality: 1,
      personality_snapshot: 2,
      memory: 6,
    })
    assert.equal(preview.archive.left_out['forgotten'], 1)
    assert.ok((preview.archive.left_out['audit'] ?? 0) > 0)
    assert.deepEqual(linesOf(await archiveOf(client), 'memory', 'conversation', 'goal'), [])
  })

  it('brings back everything, so that an archive from there holds the same', async () => {
    const client = await newcomer()
    const done = await importFile(client, exported)
    const left = archiveLines(exported).length - 2 - 26
    assert.deepEqual([done.state, done.stored, done.merged, done.skipped], ['done', 26, 0, left])
    const again = await archiveOf(client)
    for (const type of takenTypes)
      assert.deepEqual(linesOf(again, type).map(lasting), linesOf(exported, type).map(lasting), type)
    assert.deepEqual(snapshotsOf(again), snapshotsOf(exported))
    const { items } = await client.call('memory.search', { q: 'which colour is my bicycle' })
    assert.equal(items[0]?.memory.content, 'My bicycle is blue')
    const { response } = await client.call('conversation.message', { content: 'What is my sister called?' })
    assert.match(response.content, /Ann/)
    returned = client
  })

  it('changes nothing the second time', async () => {
    const client = returned ?? (await newcomer())
    const rows = () => {
      const {
        imports: _,
        import_memories: _by,
        idempotency: _keys,
        memories,
        ...rest
      } = everyRow(elsewhere.daemon)
      // When a search of another test has found something is noted a while later.
      return { ...rest, memories: memories?.map((row) => ({ ...(row as object), last_accessed_at: null })) }
    }
    const before = rows()
    const again = await importFile(client, exported)
    assert.deepEqual([again.stored, again.merged], [0, 26])
    assert.deepEqual(rows(), before)
  })

  it('leaves what is there, and the current conversation goes on', async () => {
    const client = await newcomer()
    await client.call('memory.store', { content: 'The cat is called Tom' })
    await client.call('conversation.message', { content: 'Hello' })
    const { conversation_uuid: current } = await client.call('conversation.context', {})
    await importFile(client, exported)
    assert.equal((await client.call('conversation.context', {})).conversation_uuid, current)
    const { items } = await client.call('conversation.list', {})
    assert.deepEqual(
      items.map(({ current: goesOn }) => goesOn),
      [true, false, false],
    )
    assert.equal(linesOf(await archiveOf(client), 'memory').length, 7)
    assert.equal((await client.call('conversation.context', {})).unread, 0)
    // What was said here stays the newest, and what came stands in its order before it.
    const contents = (await client.call('conversation.history', { limit: 50 })).items.map(
      ({ content }) => content,
    )
    assert.equal(contents[1], 'Hello')
    const came = linesOf(exported, 'message').map(({ content }) => content)
    assert.deepEqual(contents.slice(2), came.toReversed())
  })

  it('agrees to no model server, and is undone as to its memories', async () => {
    const client = await newcomer()
    const engines = { preferences: { engines: ['https://models.example'], language: 'de' } }
    const text = rewritten(exported, (line) => (line.type === 'preferences' ? { ...line, ...engines } : line))
    const { import_uuid: id } = await importFile(client, text)
    assert.deepEqual((await client.call('auth.profile')).preferences, { language: 'de' })
    assert.equal((await client.call('imports.undo', { id })).forgotten, 6)
    assert.equal((await client.call('agency.goals', {})).total, 3)
  })
})

describe('An archive of somebody else', () => {
  it('gets ids of its own in their household, and changes nothing of theirs', async () => {
    const before = await archiveOf(mia)
    const tom = clientOf(daemon, await newMember('tom'))
    await importFile(tom, exported)
    const copied = await archiveOf(tom)
    for (const [type, id] of [
      ['memory', 'memory_uuid'],
      ['conversation', 'conversation_uuid'],
      ['message', 'message_uuid'],
      ['goal', 'goal_uuid'],
    ] as const) {
      const [ours, theirs] = [exported, copied].map((text) => linesOf(text, type).map((line) => line[id]))
      assert.equal(theirs?.length, ours?.length, type)
      assert.deepEqual(
        theirs?.filter((one) => ours?.includes(one)),
        [],
      )
    }
    const ids = (text: string, type: string, name: string) => linesOf(text, type).map((line) => line[name])
    const conversations = ids(copied, 'conversation', 'conversation_uuid')
    for (const one of ids(copied, 'message', 'conversation_uuid')) assert.ok(conversations.includes(one))
    const messages = ids(copied, 'message', 'message_uuid')
    for (const one of ids(copied, 'message', 'reply_to')) assert.ok(one === null || messages.includes(one))
    for (const one of ids(copied, 'memory', 'message_uuid')) assert.ok(one === null || messages.includes(one))
    const memories = ids(copied, 'memory', 'memory_uuid')
    for (const { memories_used: used } of linesOf(copied, 'message'))
      for (const { memory_uuid } of used as { memory_uuid: string }[])
        assert.ok(memories.includes(memory_uuid))
    assert.deepEqual((await importFile(tom, exported)).stored, 0)
    const types = [...takenTypes, 'personality_snapshot']
    const [now, then] = [await archiveOf(mia), before].map((text) => linesOf(text, ...types).map(lasting))
    assert.deepEqual(now, then)
  })
})

describe('An archive is refused before anything is stored', () => {
  for (const [what, text, reason] of [
    ['that was cut off', exported.slice(0, -300), 'archive_damaged'],
    [
      'of a newer version',
      rewritten(exported, (line) => (line.type === 'archive' ? { ...line, version: 2 } : line)),
      'archive_newer',
    ],
  ] as const)
    it(what, async () => {
      const client = await newcomer()
      await assert.rejects(client.call('imports.create', { text }), refusedAs(reason))
      const { import_uuid: id } = await sendFile(client, text, {})
      await assert.rejects(client.call('imports.preview', { id }), refusedAs(reason))
      // As memories alone, a message of it would be one.
      await assert.rejects(client.call('imports.start', { id, format: 'companion' }), refusedAs(reason))
      assert.deepEqual(linesOf(await archiveOf(client), 'memory', 'message', 'goal'), [])
    })

  it('that a key brings, however it is cut into parts', async () => {
    const person = await elsewhere.newMember('keykeeper')
    const { key: secret } = await clientOf(elsewhere.daemon, person).call('keys.create', {
      name: 'notes',
      scopes: ['read', 'remember'],
    })
    const key = clientOf(elsewhere.daemon, { access_token: secret })
    await assert.rejects(key.call('imports.create', { text: exported }), refusedAs('person'))
    const [first, rest] = [exported.slice(0, 5), exported.slice(5)]
    const { import: draft } = await key.call('imports.create', { text: first, more: true })
    const id = draft.import_uuid
    await key.call('imports.append', { id, position: 5, text: rest })
    await assert.rejects(key.call('imports.start', { id }), refusedAs('person'))
    const keykeeper = clientOf(elsewhere.daemon, person)
    assert.deepEqual(linesOf(await archiveOf(keykeeper), 'memory', 'goal'), [])
  })

  it('that is none, where it is said to be one', async () => {
    const client = await newcomer()
    const text = '{"content":"The bins go out on Monday"}'
    const { import_uuid: id } = await sendFile(client, text, { format: 'archive' })
    await assert.rejects(client.call('imports.preview', { id }), refusedAs('unknown_format'))
  })
})

describe('What no program has written', () => {
  it('is left out line by line', async () => {
    const client = await newcomer()
    const odd = (line: ArchiveLine): ArchiveLine | null => {
      if (line.type === 'goal') return { ...line, repeats: 'FREQ=SECONDLY' }
      if (line.type === 'message') return { ...line, role: 'system' }
      if (line.type === 'conversation') return { ...line, conversation_uuid: 'x' }
      if (line.type === 'memory') return { ...line, memory_uuid: null }
      return line
    }
    const text = rewritten(exported, odd)
    const draft = await sendFile(client, text, {})
    const preview = await client.call('imports.preview', { id: draft.import_uuid })
    assert.equal(preview.skipped_total, 2 + 10 + 6)
    assert.deepEqual(preview.skipped[0], { place: 'line 4', reason: 'not_understood' })
    await importFile(client, text)
    assert.deepEqual(linesOf(await archiveOf(client), 'memory', 'message', 'goal', 'conversation'), [])
    assert.equal(linesOf(await archiveOf(client), 'preferences').length, 1)
  })

  it('is a message of a conversation that is somebody else’s', async () => {
    const client = await newcomer()
    const text = rewritten(exported, (line) => (line.type === 'conversation' ? null : line))
    const done = await importFile(client, text)
    assert.equal(done.stored, 26 - 2 - 10)
    assert.deepEqual(linesOf(await archiveOf(client), 'message'), [])
  })
})
