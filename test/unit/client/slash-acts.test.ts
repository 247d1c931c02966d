import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from '../../../daemon/client/client.ts'
import { openSlashActs } from '../../../daemon/client/slash-acts.ts'

const change = (kind: string, undone_at: string | null = null) => ({
  kind,
  memory_uuids: [],
  goal_uuids: [],
  undone_at,
})

interface Situation {
  readonly replies?: readonly object[]
  readonly merged?: boolean
  readonly conversation_uuid?: string | null
}

/** The acts on a daemon that holds these replies, the newest first, and all that they call. */
function actsIn({ replies = [], merged = false, conversation_uuid = 'c1' }: Situation) {
  const calls: unknown[][] = []
  const answers: Record<string, object> = {
    'conversation.context': { conversation_uuid },
    'conversation.history': { items: replies, total: replies.length },
    'memory.store': {
      memory: { memory_uuid: 'm1', content: 'Tea', created_at: '2026-01-02T00:00:00.000Z' },
      merged,
    },
    'memory.forget': {},
    'conversation.undo': {},
  }
  const call = (async (name: string, input: object) => {
    calls.push([name, input])
    return answers[name]
  }) as Client['call']
  const changes = () =>
    calls.filter(([name]) => !['conversation.context', 'conversation.history'].includes(String(name)))
  return { acts: openSlashActs({ call }), changes }
}

describe('Undoing by command', () => {
  it('undoes all that the newest reply with changes has changed, the last change first', async () => {
    const { acts, changes } = actsIn({
      replies: [
        { message_uuid: 'r3', created_at: '2026-01-03', changes: [] },
        {
          message_uuid: 'r2',
          created_at: '2026-01-02',
          changes: [change('remembered'), change('forgot', '2026-01-02'), change('reminder_made')],
        },
        { message_uuid: 'r1', created_at: '2026-01-01', changes: [change('remembered')] },
      ],
    })
    const undone = await acts.undo()
    assert.deepEqual(undone?.kind === 'changes' && undone.changes.map(({ kind }) => kind), [
      'remembered',
      'reminder_made',
    ])
    assert.deepEqual(changes(), [
      ['conversation.undo', { message_uuid: 'r2', change: 2 }],
      ['conversation.undo', { message_uuid: 'r2', change: 0 }],
    ])
  })

  it('finds nothing where all is undone, and where nothing was said', async () => {
    const replies = [
      { message_uuid: 'r1', created_at: '2026-01-01', changes: [change('remembered', '2026-01-02')] },
    ]
    assert.equal(await actsIn({ replies }).acts.undo(), null)
    assert.equal(await actsIn({ conversation_uuid: null }).acts.undo(), null)
  })

  it('forgets what was remembered by command, if nothing was changed since, and only once', async () => {
    const { acts, changes } = actsIn({})
    await acts.remember('Tea')
    assert.deepEqual(await acts.undo(), { kind: 'memory', content: 'Tea' })
    assert.equal(await acts.undo(), null)
    assert.deepEqual(changes().slice(1), [['memory.forget', { memory_uuids: ['m1'] }]])
  })

  it('undoes what a reply has changed after something was remembered by command', async () => {
    const replies = [
      { message_uuid: 'r1', created_at: '2026-01-03T00:00:00.000Z', changes: [change('remembered')] },
    ]
    const { acts, changes } = actsIn({ replies })
    await acts.remember('Tea')
    assert.equal((await acts.undo())?.kind, 'changes')
    assert.deepEqual(changes().slice(1), [['conversation.undo', { message_uuid: 'r1', change: 0 }]])
  })

  it('does not forget what was known before it was to be remembered', async () => {
    const { acts, changes } = actsIn({ merged: true })
    await acts.remember('Tea')
    assert.equal(await acts.undo(), null)
    assert.deepEqual(changes(), [['memory.store', { content: 'Tea' }]])
  })
})
