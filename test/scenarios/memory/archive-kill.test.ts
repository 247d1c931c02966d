import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { sendFile } from '../../../daemon/client/import-file.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { end, startDaemonProcess } from '../../bench/daemon-process.ts'
import { carryOn, registerOwner } from '../../bench/owner.ts'
import { sealed } from '../../support/archives.ts'
import { temporaryFolder } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { clientOf, ended } from '../../support/imported.ts'
import { itLong } from '../../support/long.ts'
import { soon } from '../../support/processes.ts'

const [messages, memories] = [3_000, 200]
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
const moment = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString()
const conversation_uuid = idOf(0)

const archive = sealed([
  {
    type: 'archive',
    format: 'companion-archive',
    version: 1,
    made_at: moment(0),
    program: '0.1.0',
    member: { family_member_uuid: idOf(1), username: 'mia', full_name: 'Mia Example' },
    counts: {},
  },
  {
    type: 'conversation',
    conversation_uuid,
    started_at: moment(0),
    last_message_at: moment(messages),
    cleared_at: null,
    title: null,
  },
  ...Array.from({ length: messages }, (_, at) => ({
    type: 'message',
    message_uuid: idOf(at + 10),
    conversation_uuid,
    role: 'user',
    content: `parcel ${at} has come`,
    context: {},
    emotion: 'calm',
    confidence: 1,
    engine: null,
    degraded: false,
    memories_used: [],
    reply_to: null,
    created_at: moment(at),
    changes: [],
  })),
  ...Array.from({ length: memories }, (_, at) => ({
    type: 'memory',
    memory_uuid: idOf(at + 100_000),
    content: `parcel ${at} lies on shelf ${at % 97}`,
    created_at: moment(at),
  })),
])

itLong('the import of an archive that is killed twice completes, and stores nothing twice', async (t) => {
  const path = temporaryFolder()
  const home = locateHome({ COMPANION_HOME: path })
  const row = () => {
    const [row] = select<{ done: number; stored: number; held: number; state: string }>(
      { home },
      `SELECT done, stored, state, (SELECT count(*) FROM conversations) + (SELECT count(*) FROM messages)
          + (SELECT count(*) FROM memories) AS held FROM imports`,
    )
    assert.ok(row)
    return row
  }

  let running = await startDaemonProcess(path)
  t.after(() => end(running.child, 'SIGKILL'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  let owner = await registerOwner(path, running.file)
  const client = clientOf({ file: running.file }, owner)
  const { import_uuid: id } = await sendFile(client, archive, {})
  await client.call('imports.start', { id })
  // Once among the messages, once among the memories.
  for (const at of [200, messages + 50]) {
    await soon(() => row().done >= at)
    await end(running.child, 'SIGKILL')
    const left = row()
    assert.equal(left.held, left.done, 'what is counted as done is stored, and nothing else')
    t.diagnostic(`killed after ${left.done}`)
    running = await startDaemonProcess(path)
  }

  owner = await carryOn(running.file, owner)
  const total = 1 + messages + memories
  const done = await ended(clientOf({ file: running.file }, owner), id)
  assert.deepEqual(
    [done.state, done.total, done.done, done.stored, done.merged, done.skipped],
    ['done', total, total, total, 0, 0],
  )
  await end(running.child)
  assert.equal(row().held, total)
  assert.deepEqual(
    select<{ content: string }>({ home }, 'SELECT content FROM messages ORDER BY message_id').map(
      ({ content }) => content,
    ),
    Array.from({ length: messages }, (_, at) => `parcel ${at} has come`),
  )
  assert.deepEqual(existsSync(home.imports) ? readdirSync(home.imports) : [], [])
})
