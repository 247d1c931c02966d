import assert from 'node:assert/strict'
import { signIn } from '../../support/daemon.ts'
import { type Scene, dialogueScenarios } from '../../support/scenario.ts'
import { newMember } from '../../support/conversation/conversation.ts'

interface Person {
  readonly family_member_uuid: string
  readonly name: string | null
  readonly relation: string | null
  readonly facts: readonly { attribute: string; value: string; content: string; valid_to: string | null }[]
}

async function open(scene: Scene) {
  const member = await newMember(scene)
  await member.done('auth.update_profile', { preferences: { time_zone: 'UTC' } })
  const people = async (input: object = {}): Promise<Person[]> =>
    (await member.done('memory.facts', input)).people
  const factTexts = async (input: object = {}): Promise<string[]> =>
    (await people(input)).flatMap(({ name, relation, facts }) =>
      facts.map(
        ({ attribute, value, valid_to }) =>
          `${name ?? relation ?? 'me'} ${attribute} ${value}${valid_to === null ? '' : ', once'}`,
      ),
    )
  const hears = async (content: string): Promise<string> => (await member.say(content)).response.content
  return { ...member, people, factTexts, hears }
}

dialogueScenarios('What is stated of people is known as facts:', [
  {
    name: 'who they are, beside the memory that states it',
    check: async (scene) => {
      const { say, people } = await open(scene)
      await say('My sister Anna lives in Leeds.')
      const [anna] = await people()
      assert.deepEqual([anna?.name, anna?.relation], ['Anna', 'sister'])
      const lives = anna?.facts.find(({ attribute }) => attribute === 'lives in')
      assert.deepEqual([lives?.value, lives?.content], ['Leeds', 'My sister Anna lives in Leeds.'])
    },
  },
  {
    name: 'a newer one closes the older, which stays as history',
    check: async (scene) => {
      const { done, factTexts } = await open(scene)
      await done('memory.store', { content: 'I work at Lidl.', told_at: '2026-01-10T12:00:00Z' })
      await done('memory.store', { content: 'I work at the bakery now.' })
      assert.deepEqual(await factTexts(), ['me works at the bakery'])
      assert.deepEqual(await factTexts({ history: true }), [
        'me works at Lidl, once',
        'me works at the bakery',
      ])
    },
  },
  {
    name: 'what is hoped, guessed, reported, imagined or asked is none',
    check: async (scene) => {
      const { done, factTexts } = await open(scene)
      for (const content of [
        'I hope I live in Rome one day.',
        'Maybe my sister lives in Leeds.',
        'Ben said he is allergic to cats.',
        'If I were rich I would live in Paris.',
        'Does Anna live in Leeds?',
        '“I live in Paris”, she sang.',
      ])
        await done('memory.store', { content })
      assert.deepEqual(await factTexts(), [])
    },
  },
  {
    name: 'a fact is gone with its memory, and back with it',
    check: async (scene) => {
      const { done, factTexts } = await open(scene)
      const { memory } = await done('memory.store', { content: 'My cat is called Biscuit.' })
      assert.deepEqual(await factTexts(), ['Biscuit name Biscuit'])
      await done('memory.forget', { memory_uuids: [memory.memory_uuid] })
      assert.deepEqual(await factTexts(), [])
      await done('memory.restore', { id: memory.memory_uuid })
      assert.deepEqual(await factTexts(), ['Biscuit name Biscuit'])
      await done('memory.update', { id: memory.memory_uuid, content: 'My cat is called Crumb.' })
      assert.deepEqual(await factTexts(), ['Crumb name Crumb'])
    },
  },
  {
    name: 'another member knows what is shared, and by whom, and nothing else',
    check: async (scene) => {
      const [mara, joel] = [await open(scene), await open(scene)]
      await mara.done('memory.store', {
        content: 'My daughter Emma is allergic to peanuts.',
        visibility: 'household',
      })
      await mara.done('memory.store', { content: 'My therapist Ruth lives in Bath.' })
      const [emma, ...others] = (await joel.people()).filter(
        ({ family_member_uuid }) => family_member_uuid === mara.family_member_uuid,
      )
      assert.deepEqual([emma?.name, emma?.relation, others], ['Emma', 'daughter', []])
      assert.doesNotMatch(JSON.stringify(await joel.people()), /Ruth/)
    },
  },
  {
    name: 'what is shared is said to come from whom it came, also where they were removed since',
    check: async (scene) => {
      const [mara, joel] = [await open(scene), await open(scene)]
      await mara.done('memory.store', {
        content: 'The fuse box hides in the larder.',
        visibility: 'household',
      })
      const { access_token } = await signIn(scene.daemon, 'olga')
      const change = (operation: string) =>
        scene.ask(access_token, operation, { id: mara.family_member_uuid })
      assert.equal((await change('recognition.remove')).status, 200)
      assert.match(await joel.hears('Where is the fuse box?'), /Mia said: “The fuse box hides in the larder/)
      // What is shared goes with the others of this table.
      assert.equal((await change('recognition.restore')).status, 200)
    },
  },
])

dialogueScenarios('A question is answered with facts:', [
  {
    name: 'of somebody by their name, who was told of by what they are',
    check: async (scene) => {
      const { say, hears } = await open(scene)
      await say('My sister is called Anna.')
      await say('Anna has moved to a flat in Leeds near the canal.')
      assert.match(await hears('Where does my sister live?'), /“Anna has moved to a flat in Leeds/)
    },
  },
  {
    name: 'all that was told of somebody, in whatever words for them',
    check: async (scene) => {
      const { say, hears } = await open(scene)
      await say('My cousin Jonas plays the cello.')
      await say('My cousin owes me fifty euros.')
      await say('My bike is blue.')
      const all = await hears('What do you know about Jonas?')
      assert.match(all, /cello/)
      assert.match(all, /fifty euros/)
      assert.doesNotMatch(all, /bike/)
    },
  },
  {
    name: 'how old somebody is, reckoned from the day of their birth',
    check: async (scene) => {
      const { say, hears } = await open(scene)
      await say('My daughter Emma was born on 3 January 2018.')
      const years = new Date(scene.clock.now()).getUTCFullYear() - 2018
      assert.match(
        await hears('How old is Emma?'),
        new RegExp(
          `^Emma is (?:${years - 1}|${years})\\. .*“My daughter Emma was born on 3 January 2018\\.”`,
        ),
      )
    },
  },
  {
    name: 'how many days it is until something',
    check: async (scene) => {
      const { say, hears } = await open(scene)
      await say("Ben's recital is in 12 days.")
      assert.match(await hears("How many days until Ben's recital?"), /^In 12 days\. .*Ben's recital/)
    },
  },
])

dialogueScenarios('What never changes and was told in two ways', [
  {
    name: 'is asked about, and the other one is history then',
    check: async (scene) => {
      const { say, done, factTexts } = await open(scene)
      await say("My mum's birthday is on 3 May.")
      await say("My mum's birthday is on the 5th of May.")
      const { items } = await done('interactions.list')
      const { interaction: question } = await done('interactions.get', {
        interaction_id: items[0].interaction_id,
      })
      assert.equal(question.title, 'Which birthday is right: 3 May or the 5th of May?')
      assert.deepEqual(question.allowed_options, ['3 May', 'the 5th of May'])
      await done('interactions.answer', {
        interaction_id: question.interaction_id,
        answer_text: '3 May',
      })
      assert.deepEqual(await factTexts(), ['mother birthday 3 May'])
    },
  },
  {
    name: 'is not asked about where both can be right',
    check: async (scene) => {
      const { say, done } = await open(scene)
      await say("My mum's birthday is on 3 May.")
      await say('My mum was born on the 3rd of May 1951.')
      assert.deepEqual((await done('interactions.list')).items, [])
    },
  },
])
