import assert from 'node:assert/strict'
import { type Scene, scenarios } from '../../support/scenario.ts'
import { held, newMember } from '../../support/conversation/conversation.ts'

scenarios('What is said in a conversation', [
  {
    name: 'a request to forget removes that memory and nothing else',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      await say('My bicycle is blue.')
      await say('I got a puppy called Biscuit.')
      await say('Forget that.')
      assert.deepEqual(held(memories()), ['My bicycle is blue'])
      assert.doesNotMatch((await say('What is my puppy called?')).response.content, /Biscuit/)
    },
  },
  {
    name: 'a correction replaces the memory and keeps the old one as history',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      await say('My dentist is called Weber.')
      await say("That's wrong, it is Brandt.")
      const [older, newer, ...more] = memories()
      assert.deepEqual([newer?.content, more], ['My dentist is called Brandt', []])
      assert.deepEqual([older?.superseded_by, older?.forgotten_at], [newer?.memory_uuid, null])
      const { content } = (await say('What is my dentist called?')).response
      assert.match(content, /Brandt/)
    },
  },
  {
    name: 'a changed fact is known as it is now, and nothing else told about it is lost',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      await say('My dentist is Dr Weber.')
      await say('My dentist is now Dr Klein.')
      await say('Megan plays in goal; she trains on Mondays.')
      await say('Megan trains on Tuesdays now.')
      assert.deepEqual(held(memories()), [
        'My dentist is now Dr Klein',
        'Megan plays in goal; she trains on Mondays',
        'Megan trains on Tuesdays now',
      ])
    },
  },
  {
    name: 'everything told is listed, or what was told on one day',
    check: async (scene) => {
      const { say } = await newMember(scene)
      const asked = async (question: string) => (await say(question)).response.content
      assert.match(await asked('What do you know about me?'), /you have not told me anything/)
      await say('I got a puppy called Biscuit.')
      assert.match(await asked('What do you know about me?'), /puppy called Biscuit/)
      assert.match(await asked('What did I tell you today?'), /^Today you told me .*puppy called Biscuit/)
      assert.match(await asked('What did I say yesterday?'), /nothing of yesterday/)
    },
  },
  {
    name: 'a request to be reminded becomes a goal',
    check: async (scene) => {
      const { say, done } = await newMember(scene)
      await done('auth.update_profile', { preferences: { time_zone: 'UTC' } })
      await say('Remind me to water the plants tomorrow at 9.')
      const { items, total } = await done('agency.goals')
      assert.equal(total, 1)
      const tomorrow = new Date(scene.clock.now() + 86_400_000).toISOString().slice(0, 10)
      const { title, origin, status, next_run_at } = items[0]
      assert.deepEqual(
        [title, origin, status, next_run_at],
        ['water the plants', 'user', 'active', `${tomorrow}T09:00:00.000Z`],
      )
    },
  },
  {
    name: 'nothing is remembered of a member who opted out',
    check: async (scene) => {
      const { say, said, done, memories } = await newMember(scene)
      await done('auth.update_profile', { preferences: { remember: false } })
      await say('I got a puppy called Biscuit.')
      assert.deepEqual(memories(), [])
      assert.equal((await said()).length, 2)
      await done('auth.update_profile', { preferences: {} })
      await say('My bicycle is blue.')
      assert.deepEqual(held(memories()), ['My bicycle is blue'])
    },
  },
  ...['I love olives', 'I hate olives'].map((holds) => ({
    name: `of two contradicting memories the chosen one holds: ${holds}`,
    check: async (scene: Scene) => {
      const { say, done, memories, count } = await newMember(scene)
      await say('I love olives.')
      await say('I hate olives.')
      assert.deepEqual(held(memories()), ['I love olives', 'I hate olives'])
      const { items, total } = await done('interactions.list', { status: ['pending'] })
      assert.deepEqual([total, items[0].interaction_type], [1, 'choice'])
      const { interaction_id } = items[0]
      const { interaction } = await done('interactions.get', { interaction_id })
      const options: string[] = interaction.allowed_options
      assert.deepEqual(options.toSorted(), ['I hate olives', 'I love olives'])
      await done('interactions.answer', { interaction_id, answer_text: holds })
      assert.deepEqual(held(memories()), [holds])
      const [older, newer] = memories()
      const [right, wrong] = older?.content === holds ? [older, newer] : [newer, older]
      assert.equal(wrong?.superseded_by, right?.memory_uuid)
      assert.equal(count('contradictions'), 0)
    },
  })),
])
