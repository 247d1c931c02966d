import assert from 'node:assert/strict'
import { type Scene, dialogueScenarios } from '../../support/scenario.ts'
import { held, newMember } from '../../support/conversation/conversation.ts'

async function open(scene: Scene) {
  const member = await newMember(scene)
  await member.done('auth.update_profile', { preferences: { time_zone: 'UTC' } })
  const undo = (message_uuid: string, change = 0) => member.by('conversation.undo', { message_uuid, change })
  const reminders = async (): Promise<string[]> =>
    (await member.done('agency.goals', { status: ['active'] })).items.map(
      (goal: { title: string; next_run_at: string | null }) =>
        `${goal.title} ${goal.next_run_at?.slice(11, 16)}`,
    )
  /** Says something, undoes the one thing that it did, and answers what kind of thing that was. */
  const undone = async (content: string): Promise<string> => {
    const { response } = await member.say(content)
    assert.equal(response.changes.length, 1, JSON.stringify(response))
    const { status, result } = await undo(response.message_uuid)
    assert.equal(status, 200)
    assert.notEqual(result.changes[0].undone_at, null)
    return result.changes[0].kind
  }
  return { ...member, undo, undone, reminders }
}

dialogueScenarios('What was done because of a message is undone:', [
  {
    name: 'what was remembered is forgotten',
    check: async (scene) => {
      const { undone, memories, say } = await open(scene)
      assert.equal(await undone('My sister Anna lives in Leeds.'), 'remembered')
      assert.deepEqual(held(memories()), [])
      assert.doesNotMatch((await say('Where does Anna live?')).response.content, /Leeds/)
    },
  },
  {
    name: 'what a correction replaced holds again',
    check: async (scene) => {
      const { undone, memories, say } = await open(scene)
      await say('My dentist is called Weber.')
      assert.equal(await undone("That's wrong, it is Brandt."), 'corrected')
      assert.deepEqual(held(memories()), ['My dentist is called Weber.'])
    },
  },
  {
    name: 'what another value of the same thing has replaced holds again',
    check: async (scene) => {
      const { undone, memories, say } = await open(scene)
      await say('My favourite fruit is the plum.')
      assert.equal(await undone('My favourite fruit is the pear.'), 'corrected')
      assert.deepEqual(held(memories()), ['My favourite fruit is the plum.'])
    },
  },
  {
    name: 'what was forgotten is known again, and stands in the transcript again',
    check: async (scene) => {
      const { undone, memories, say, contents } = await open(scene)
      await say('I got a puppy called Biscuit.')
      assert.equal(await undone('Forget that.'), 'forgot')
      assert.deepEqual(held(memories()), ['I got a puppy called Biscuit.'])
      assert.ok((await contents()).includes('I got a puppy called Biscuit.'))
    },
  },
  {
    name: 'remembering goes on again, or stops again',
    check: async (scene) => {
      const { undone, done } = await open(scene)
      const remembering = async () => (await done('conversation.context')).remembering
      assert.equal(await undone('Stop remembering what I tell you.'), 'remembering_stopped')
      assert.equal(await remembering(), true)
      await done('conversation.message', { content: 'Stop remembering what I tell you.' })
      assert.equal(await remembering(), false)
      assert.equal(await undone('You can remember things again.'), 'remembering_resumed')
      assert.equal(await remembering(), false)
    },
  },
  {
    name: 'a reminder is gone, back where it was, or there again',
    check: async (scene) => {
      const { undone, reminders, say } = await open(scene)
      assert.equal(await undone('Remind me to call Ann tomorrow at 17:00.'), 'reminder_made')
      assert.deepEqual(await reminders(), [])
      await say('Remind me to call Ann tomorrow at 17:00.')
      assert.equal(await undone('Make that six.'), 'reminder_moved')
      assert.deepEqual(await reminders(), ['call Ann 17:00'])
      assert.equal(await undone('Cancel the reminder about Ann.'), 'reminder_cancelled')
      assert.deepEqual(await reminders(), ['call Ann 17:00'])
      assert.equal(await undone("I've called Ann."), 'reminder_done')
      assert.deepEqual(await reminders(), ['call Ann 17:00'])
    },
  },
  {
    name: 'a reminder repeats again as it did',
    check: async (scene) => {
      const { undone, done, say } = await open(scene)
      const rules = async (): Promise<string[]> =>
        (await done('agency.goals', { status: ['active'] })).items.map(
          ({ repeats }: { repeats: string }) => repeats,
        )
      await say('Remind me every Friday at 18:00 to feed the starter.')
      const before = await rules()
      const { content } = (await say('Make that Saturdays instead, same time.')).response
      assert.match(content, /every Saturday at 18:00/)
      assert.notDeepEqual(await rules(), before)
      assert.equal(await undone('Make that Sundays instead, same time.'), 'reminder_moved')
      assert.match((await rules()).join(' '), /BYDAY=SA/)
    },
  },
  {
    name: 'a reminder is called again what it was',
    check: async (scene) => {
      const { undone, reminders, say } = await open(scene)
      await say('Remind me to call Steve tomorrow at 17:00.')
      assert.equal(await undone('Sorry, not Steve, I meant Stuart.'), 'reminder_renamed')
      assert.deepEqual(await reminders(), ['call Steve 17:00'])
      const { content } = (await say('Change Steve to Stuart')).response
      assert.match(content, /call Stuart/)
      assert.deepEqual(await reminders(), ['call Stuart 17:00'])
    },
  },
  {
    name: 'once, and by its member alone',
    check: async (scene) => {
      const { say, undo, done, memories } = await open(scene)
      const { message_uuid } = (await say('My sister Anna lives in Leeds.')).response
      const other = await open(scene)
      assert.equal((await other.undo(message_uuid)).status, 404)
      assert.equal((await undo(message_uuid, 1)).status, 404)
      const { changes } = (await undo(message_uuid)).result
      await done('memory.restore', { id: changes[0].memory_uuids[0] })
      assert.deepEqual((await undo(message_uuid)).result.changes, changes)
      assert.equal(held(memories()).length, 1)
      const [reply] = (await done('conversation.history')).items
      assert.deepEqual(reply.changes, changes)
    },
  },
])
