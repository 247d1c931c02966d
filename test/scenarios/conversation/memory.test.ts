import assert from 'node:assert/strict'
import { dialogueScenarios } from '../../support/scenario.ts'
import { held, newMember } from '../../support/conversation/conversation.ts'

dialogueScenarios('What is said in a conversation', [
  {
    name: 'a request to forget removes that memory and nothing else',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      await say('My bicycle is blue.')
      await say('I got a puppy called Biscuit.')
      await say('Forget that.')
      assert.deepEqual(held(memories()), ['My bicycle is blue.'])
      assert.doesNotMatch((await say('What is my puppy called?')).response.content, /Biscuit/)
    },
  },
  {
    name: 'a correction is kept as it was said, and what it corrects as history',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      await say('My dentist is called Weber.')
      await say("That's wrong, it is Brandt.")
      const [older, newer, ...more] = memories()
      assert.deepEqual([newer?.content, more], ["That's wrong, it is Brandt.", []])
      assert.deepEqual([older?.superseded_by, older?.forgotten_at], [newer?.memory_uuid, null])
      const { content } = (await say('What is my dentist called?')).response
      assert.match(content, /Brandt/)
    },
  },
  {
    name: 'of something that has changed the newest is quoted first, and what was told earlier after it',
    check: async (scene) => {
      const { say } = await newMember(scene)
      await say('Megan plays in goal; she trains on Mondays.')
      await say('Megan trains on Tuesdays now.')
      assert.match((await say('When does Megan train?')).response.content, /Tuesdays now.*And: .*Mondays/)
    },
  },
  {
    name: 'everything told is listed, or what was told on one day',
    check: async (scene) => {
      const { say } = await newMember(scene)
      const asked = async (question: string) => (await say(question)).response.content
      assert.match(await asked('What do you know about me?'), /You haven't told me anything yet/)
      await say('I got a puppy called Biscuit.')
      assert.match(await asked('What do you know about me?'), /puppy called Biscuit/)
      assert.match(await asked('What did I tell you today?'), /I got a puppy called Biscuit/)
      assert.match(await asked('What did I say yesterday?'), /You told me nothing then/)
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
      const { say, contents, done, memories } = await newMember(scene)
      await done('auth.update_profile', { preferences: { remember: false } })
      await say('I got a puppy called Biscuit.')
      assert.deepEqual(memories(), [])
      assert.equal((await contents()).length, 2)
      await done('auth.update_profile', { preferences: {} })
      await say('My bicycle is blue.')
      assert.deepEqual(held(memories()), ['My bicycle is blue.'])
    },
  },
  {
    name: 'what is forgotten is in no transcript and found by no search of it, until it is taken back',
    check: async (scene) => {
      const { say, contents, done, memories } = await newMember(scene)
      await say('Hello! My dentist is called Dr Weber.')
      await say('What is my dentist called?')
      const [memory] = memories()
      assert.ok(memory)
      const { memory_uuid } = memory
      const matches = async () => (await done('conversation.history', { q: 'Weber' })).total
      assert.equal(await matches(), 2)
      await done('memory.forget', { memory_uuids: [memory_uuid] })
      assert.equal(await matches(), 0)
      const transcript = await contents()
      assert.equal(transcript.at(-1), 'Hello! …')
      assert.doesNotMatch(transcript.join(' '), /Weber/)
      await done('memory.restore', { id: memory_uuid })
      assert.equal(await matches(), 2)
      assert.equal((await contents()).at(-1), 'Hello! My dentist is called Dr Weber.')
    },
  },
  {
    name: 'several memories are forgotten once their member approves, not before',
    check: async (scene) => {
      const { say, done, memories } = await newMember(scene)
      for (const told of ['Jonas is my cousin.', 'Jonas owes me 50 euros.', 'My bike is blue.'])
        await say(told)
      const { content } = (await say('Forget everything about Jonas.')).response
      assert.match(content, /2 things:\n(?:- Jonas .*\n){2}/)
      assert.equal(held(memories()).length, 3)
      const { items } = await done('interactions.list', { status: ['pending'] })
      const [{ interaction_id, interaction_type }] = items
      assert.equal(interaction_type, 'approval')
      await done('interactions.approve', { interaction_id })
      assert.deepEqual(held(memories()), ['My bike is blue.'])
    },
  },
  {
    name: 'several memories are forgotten by a plain yes, and by no later one',
    check: async (scene) => {
      const { say, done, memories } = await newMember(scene)
      for (const told of ['Jonas is my cousin.', 'Jonas owes me 50 euros.']) await say(told)
      await say('Forget everything about Jonas.')
      assert.match((await say('Yes please')).response.content, /2 things are forgotten/)
      assert.deepEqual(held(memories()), [])
      assert.equal((await done('interactions.list', { status: ['pending'] })).total, 0)
      assert.doesNotMatch((await say('Yes please')).response.content, /forgotten/)
    },
  },
  {
    name: 'what was said of it and not remembered leaves the transcript with them',
    check: async (scene) => {
      const { say, by, done, memories, contents } = await newMember(scene)
      const told = ['Jonas is my cousin.', 'Did Jonas ring?', 'Jonas owes me 50 euros.', 'My bike is blue.']
      for (const one of told) await say(one)
      assert.match((await say('Forget everything about Jonas.')).response.content, /what else you said of it/)
      assert.match((await contents()).join(' '), /Did Jonas ring/)
      const { response } = await say('yes')
      assert.match(response.content, /3 things are forgotten/)
      const transcript = (await contents()).join(' ')
      assert.doesNotMatch(transcript, /cousin|ring\?|euros/)
      assert.match(transcript, /My bike is blue/)
      assert.deepEqual(held(memories()), ['My bike is blue.'])
      await by('conversation.undo', { message_uuid: response.message_uuid, change: 0 })
      assert.match((await contents()).join(' '), /Did Jonas ring/)
      assert.equal((await done('memory.forgotten')).total, 0)
    },
  },
  {
    name: 'everything is forgotten once that is approved',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      for (const told of ['Jonas is my cousin.', 'My bike is blue.', 'I was born in Swansea.'])
        await say(told)
      assert.match((await say('Forget everything.')).response.content, /^That would be 3 things/)
      assert.equal(held(memories()).length, 3)
      await say('yes')
      assert.deepEqual(held(memories()), [])
    },
  },
  {
    name: 'several memories stay where their member does not want them forgotten',
    check: async (scene) => {
      const { say, done, memories, count } = await newMember(scene)
      for (const told of ['Jonas is my cousin.', 'Jonas owes me 50 euros.']) await say(told)
      await say('Forget everything about Jonas.')
      const [{ interaction_id }] = (await done('interactions.list', { status: ['pending'] })).items
      await done('interactions.reject', { interaction_id })
      assert.equal(held(memories()).length, 2)
      assert.equal(count('forgettings'), 0)
    },
  },
  {
    name: 'nothing is remembered from "stop remembering" until it may be again',
    check: async (scene) => {
      const { say, done, memories } = await newMember(scene)
      await say('Stop remembering what I tell you.')
      assert.equal((await done('auth.profile')).preferences.remember, false)
      await say('I lied on my CV about the diploma.')
      await say('You can remember things again. My bike is blue.')
      assert.deepEqual(held(memories()), ['My bike is blue.'])
    },
  },
  {
    name: 'a reminder is moved, listed, ticked off and cancelled by talking',
    check: async (scene) => {
      const { say, done } = await newMember(scene)
      await done('auth.update_profile', { preferences: { time_zone: 'UTC' } })
      const open = async () => (await done('agency.goals', { status: ['active'] })).items
      await say('Remind me to water the plants tomorrow at 9.')
      await say('Remind me to call Ann tomorrow at 10.')
      await say('Move the plants an hour earlier.')
      const plants = (await open()).find(({ title }: { title: string }) => title === 'water the plants')
      assert.match(plants.next_run_at, /T08:00/)
      assert.match(
        (await say('What reminders have I got?')).response.content,
        /water the plants, tomorrow at 08:00/,
      )
      await say("I've watered the plants.")
      await say('Cancel the reminder to call Ann.')
      assert.deepEqual(await open(), [])
    },
  },
])
