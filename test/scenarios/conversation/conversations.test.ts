import assert from 'node:assert/strict'
import { select } from '../../support/database.ts'
import { type Scene, sharedScenarios } from '../../support/scenario.ts'
import { held, newMember } from '../../support/conversation/conversation.ts'

async function open(scene: Scene) {
  const member = await newMember(scene)
  await member.done('auth.update_profile', { preferences: { time_zone: 'UTC' } })
  const status = async (operation: string, input: object) => (await member.by(operation, input)).status
  /** Whether a text is anywhere in the database, but in what is remembered; some digits alone may be in an id. */
  const written = (text: string): boolean =>
    ['messages', 'idempotency', 'unanswered_messages', 'conversations'].some((table) =>
      JSON.stringify(select(scene.daemon, `SELECT * FROM ${table}`)).includes(text),
    )
  return { ...member, status, written }
}

sharedScenarios('A conversation', [
  {
    name: 'is listed with its first words, the newest first, and gone on with',
    check: async (scene) => {
      const { say, contents, done } = await open(scene)
      const first = await say('Good morning, Ada')
      await done('conversation.clear')
      const second = await say('Good evening')
      const { items, total } = await done('conversation.list')
      assert.equal(total, 2)
      assert.deepEqual(
        items.map(({ preview, messages, current }: Record<string, unknown>) => [preview, messages, current]),
        [
          ['Good evening', 2, true],
          ['Good morning, Ada', 2, false],
        ],
      )
      const { conversation_uuid } = first
      await done('conversation.open', { conversation_uuid })
      assert.equal((await say('Here again')).conversation_uuid, conversation_uuid)
      assert.equal((await contents({ conversation_uuid })).length, 4)
      assert.notEqual(second.conversation_uuid, conversation_uuid)
    },
  },
  {
    name: 'is called what its member calls it, or by its first words again',
    check: async (scene) => {
      const { say, done } = await open(scene)
      const { conversation_uuid } = await say('Good morning')
      const title = async () => (await done('conversation.list')).items[0].title
      await done('conversation.rename', { conversation_uuid, title: ' The garden ' })
      assert.equal(await title(), 'The garden')
      await done('conversation.rename', { conversation_uuid })
      assert.equal(await title(), null)
    },
  },
  {
    name: 'is deleted for good, and what is remembered of it stays',
    check: async (scene) => {
      const { say, by, done, status, memories, written } = await open(scene)
      const key = crypto.randomUUID()
      const told = { content: 'My sister Anna lives in Ulverston.' }
      const { conversation_uuid } = (await by('conversation.message', told, key)).result
      assert.ok(written('Ulverston'))
      assert.deepEqual((await done('conversation.delete', { conversation_uuid })).deleted, {
        conversations: 1,
        messages: 2,
      })
      assert.ok(!written('Ulverston'))
      assert.deepEqual(held(memories()), [told.content])
      assert.equal(await status('conversation.open', { conversation_uuid }), 404)
      assert.equal((await by('conversation.message', told, key)).status, 410)
      assert.notEqual((await say('Hello')).conversation_uuid, conversation_uuid)
    },
  },
])

sharedScenarios('A message', [
  {
    name: 'is deleted for good, with what was answered',
    check: async (scene) => {
      const { say, contents, done, status, written } = await open(scene)
      const { message } = await say('My sister Anna lives in Ulverston.')
      const { message_uuid } = message
      assert.equal((await done('conversation.delete_message', { message_uuid })).message_uuids.length, 2)
      assert.deepEqual(await contents(), [])
      assert.ok(!written('Ulverston'))
      assert.equal(await status('conversation.delete_message', { message_uuid }), 404)
    },
  },
  {
    name: 'said instead of the last one takes its place, and what that changed is undone',
    check: async (scene) => {
      const { say, contents, memories, written } = await open(scene)
      const { message } = await say('My locker is the one called Zebulon.')
      assert.deepEqual(held(memories()), ['My locker is the one called Zebulon.'])
      await say('My locker is the one called Quillan.', { replaces: message.message_uuid })
      assert.deepEqual(held(memories()), ['My locker is the one called Quillan.'])
      assert.equal((await contents()).length, 2)
      assert.ok(!written('Zebulon'))
    },
  },
  {
    name: 'can replace only the newest one of the same conversation',
    check: async (scene) => {
      const { say, status } = await open(scene)
      const older = await say('Good morning')
      const newest = await say('Good evening')
      const replacing = (replaces: string) => status('conversation.message', { content: 'Hi', replaces })
      assert.equal(await replacing(older.message.message_uuid), 400)
      assert.equal(await replacing(newest.response.message_uuid), 400)
      assert.equal(await replacing(crypto.randomUUID()), 404)
    },
  },
])

sharedScenarios('What is said off the record', [
  {
    name: 'is gone from the transcript once remembering goes on',
    check: async (scene) => {
      const { say, contents, done, memories, written } = await open(scene)
      await say('Good morning')
      await say('Stop remembering what I tell you.')
      await say('The PIN of my card is 8305.')
      assert.ok((await contents()).some((text) => text.includes('8305')))
      assert.deepEqual(await contents({ q: '8305' }), [])
      await say('You can remember again.')
      assert.ok(!written(' 8305'))
      assert.deepEqual(held(memories()), [])
      assert.deepEqual((await contents()).toReversed().slice(0, 1), ['Good morning'])
      assert.equal((await done('conversation.context')).remembering, true)
    },
  },
  {
    name: 'is gone when another conversation begins',
    check: async (scene) => {
      const { say, done, written } = await open(scene)
      await say('Stop remembering what I tell you.')
      await say('The PIN of my card is 8306.')
      await done('conversation.clear')
      assert.ok(!written(' 8306'))
    },
  },
  {
    name: 'is gone after a day',
    check: async (scene) => {
      const { say, written } = await open(scene)
      await say('Stop remembering what I tell you.')
      await say('The PIN of my card is 8307.')
      scene.clock.advance(23 * 3_600_000)
      assert.ok(written(' 8307'))
      scene.clock.advance(2 * 3_600_000)
      assert.ok(!written(' 8307'))
    },
  },
])

sharedScenarios('A temporary conversation', [
  {
    name: 'remembers nothing, is in no list, and leaves nothing',
    check: async (scene) => {
      const { say, contents, done, memories, written } = await open(scene)
      await say('Good morning')
      const { conversation_uuid } = await done('conversation.clear', { temporary: true })
      const told = await say('My sister Anna lives in Ulverston.')
      assert.equal(told.conversation_uuid, conversation_uuid)
      assert.deepEqual(told.response.changes, [])
      assert.deepEqual(held(memories()), [])
      assert.equal((await done('conversation.context')).temporary, true)
      assert.equal((await contents({ conversation_uuid })).length, 2)
      const { items } = await done('conversation.list')
      assert.deepEqual(
        items.map(({ preview }: { preview: string }) => preview),
        ['Good morning'],
      )
      await done('conversation.open', { conversation_uuid: items[0].conversation_uuid })
      assert.ok(!written('Ulverston'))
      assert.ok(!written(conversation_uuid))
      assert.equal((await done('conversation.context')).temporary, false)
    },
  },
])
