import assert from 'node:assert/strict'
import { signIn } from '../../support/daemon.ts'
import { dialogueScenarios } from '../../support/scenario.ts'
import { held, newMember } from '../../support/conversation/conversation.ts'

dialogueScenarios('What is said in passing', [
  {
    name: 'what is said in another language is kept on request only, word for word',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      const told = 'Ma tante Carla habite à Kiel depuis trois ans.'
      assert.match((await say(told)).response.content, /only understand English and German so far.*“keep it”/)
      assert.deepEqual(held(memories()), [])
      await say('Yes, keep that.')
      assert.deepEqual(held(memories()), [told])
    },
  },
  {
    name: 'what is said in another language is not kept once something else is said',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      await say('Ma tante Carla habite à Lyon.')
      await say('My cat is called Duchess.')
      await say('keep it')
      assert.deepEqual(held(memories()), ['My cat is called Duchess.'])
    },
  },
  {
    name: 'danger makes the companion concerned, and an insult never makes it angry',
    check: async (scene) => {
      const { say, done } = await newMember(scene)
      for (const insult of ['You are useless!', 'I HATE you, you stupid bot!!!', 'fuck you']) {
        await say(insult)
        assert.doesNotMatch((await done('emotion.current')).emotion, /angry|annoyed/, insult)
      }
      await say('Good job, thank you! I am so happy today!')
      const { response } = await say('I want to kill myself')
      assert.equal(response.emotion, 'distressed')
      assert.match(response.content, /local emergency number/)
      const { entries } = await done('emotion.why')
      assert.ok(entries.some(({ cause }: { cause: string }) => cause === 'concern'))
    },
  },
  {
    name: 'how the companion gets a language model is said once a day at most, to each member',
    check: async (scene) => {
      const { say, done } = await newMember(scene)
      const answer = async (content: string) => (await say(content)).response.content
      assert.match(await answer('Write a poem for me'), /language model.*ask an admin/)
      assert.doesNotMatch(await answer('What is the capital of France?'), /language model/)
      await done('conversation.clear')
      assert.doesNotMatch(await answer('Can you plan my week?'), /language model/)
      scene.clock.sleep(86_400_000)
      const { access_token } = await signIn(scene.daemon, 'olga')
      const { result } = await scene.ask(access_token, 'conversation.message', { content: 'Sing a song' })
      assert.match(result.response.content, /you can add one under System → Engine/)
      const other = await newMember(scene)
      assert.match((await other.say('Translate this for me')).response.content, /ask an admin/)
    },
  },
  {
    name: 'the time and the day are told by the clock of the member',
    check: async (scene) => {
      const { say, done } = await newMember(scene)
      await done('auth.update_profile', { preferences: { time_zone: 'Asia/Tokyo' } })
      await say('My appointment is at four, the date is on the card.')
      const now = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', ...options }).format(scene.clock.now())
      const { response } = await say('What time is it?')
      assert.equal(response.content, `It's ${now({ hour: '2-digit', minute: '2-digit' })}.`)
      const day = new RegExp(`^It's ${now({ weekday: 'long' })}, ${now({ day: 'numeric' })} .* \\d{4}\\.$`)
      for (const question of ["What's the date?", 'what day is it today'])
        assert.match((await say(question)).response.content, day)
    },
  },
  {
    name: 'nothing is kept of an insult, which is answered calmly, or of an answer to nothing',
    check: async (scene) => {
      const { say, count } = await newMember(scene)
      for (const insult of ['I hate you, you are useless', 'You are so stupid. You never listen!'])
        assert.doesNotMatch((await say(insult)).response.content, /\?|remember/, insult)
      for (const bare of ['tomorrow at 8', 'the first', 'The second one.', 'at half past six', 'yes', 'No.'])
        assert.doesNotMatch((await say(bare)).response.content, /remember/, bare)
      assert.equal(count('memories'), 0)
    },
  },
])
