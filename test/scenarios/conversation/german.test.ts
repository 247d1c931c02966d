import assert from 'node:assert/strict'
import { held, newMember } from '../../support/conversation/conversation.ts'
import { dialogueScenarios } from '../../support/scenario.ts'

dialogueScenarios('A member who speaks German', [
  {
    name: 'is answered in German with what they told, word for word',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      const told = 'Meine Schwester Anke wohnt in Flensburg.'
      assert.match((await say(told)).response.content, /merke? ich|behalte ich/)
      assert.deepEqual(held(memories()), [told])
      const { response } = await say('Wo wohnt meine Schwester?')
      assert.equal(response.content, `Vorhin hast du gesagt: „${told}“`)
      assert.equal(response.memories_used.length, 1)
      const other = await say('Wie heißt mein Zahnarzt?')
      assert.match(other.response.content, /nicht erzählt/)
      assert.deepEqual(other.response.memories_used, [])
    },
  },
  {
    name: 'has reminders made, moved and ticked off',
    check: async (scene) => {
      const { say, done } = await newMember(scene)
      const titles = async () =>
        (await done('agency.goals')).items
          .filter(({ status }: { status: string }) => status === 'active')
          .map(({ title }: { title: string }) => title)
      assert.match(
        (await say('Erinner mich morgen um acht an den Müll')).response.content,
        /^Ich erinnere dich morgen um 08:00 Uhr: Müll\.$/,
      )
      assert.deepEqual(await titles(), ['Müll'])
      assert.match(
        (await say('mach neun draus')).response.content,
        /Verschoben: Müll, jetzt morgen um 09:00 Uhr/,
      )
      assert.match((await say('Müll ist erledigt')).response.content, /abgehakt: Müll/)
      assert.deepEqual(await titles(), [])
    },
  },
  {
    name: 'is reminded in German',
    check: async (scene) => {
      const { say, contents } = await newMember(scene)
      await say('Erinner mich in fünf Minuten an die Wäsche')
      scene.clock.advance(6 * 60_000)
      assert.ok(
        (await contents()).some((content) => content.startsWith('Eine Erinnerung, wie gewünscht: Wäsche.')),
      )
    },
  },
  {
    name: 'is asked in German before several things are forgotten, and says yes',
    check: async (scene) => {
      const { say, done, memories } = await newMember(scene)
      for (const content of ['Jonas ist mein Cousin.', 'Jonas wohnt in Kiel.', 'Mein Fahrrad ist blau.'])
        await say(content)
      assert.match((await say('Vergiss alles über Jonas')).response.content, /Soll ich sie alle vergessen/)
      const { items } = await done('interactions.list', { status: ['pending'] })
      assert.equal(items[0].title, '2 Dinge vergessen?')
      assert.match((await say('Ja')).response.content, /2 Dinge sind vergessen/)
      assert.deepEqual(held(memories()), ['Mein Fahrrad ist blau.'])
    },
  },
  {
    name: 'has nothing kept once they do not want it any more',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      assert.match(
        (await say('Hör auf, dir zu merken, was ich sage')).response.content,
        /merke mir nichts mehr/,
      )
      await say('Mein Bruder heißt Malte.')
      assert.match((await say('Du darfst dir wieder alles merken')).response.content, /merke mir wieder/)
      await say('Meine Katze heißt Mimi.')
      assert.deepEqual(held(memories()), ['Meine Katze heißt Mimi.'])
    },
  },
  {
    name: 'hears where help is before anything else, and nothing of it is kept',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      const { response } = await say('Mein Zahnarzt heißt Dr. Weber. Ich will nicht mehr leben.')
      assert.match(response.content, /0800 111 0 111/)
      assert.deepEqual(memories(), [])
    },
  },
  {
    name: 'is answered in English where they speak it, and to a single word in the language they spoke last',
    check: async (scene) => {
      const { say, done } = await newMember(scene)
      await say('Meine Tante Carla wohnt in Kiel.')
      assert.equal((await done('auth.profile')).preferences.language, 'de')
      assert.match((await say('ok')).response.content, /Gut/)
      assert.match((await say('What is my sister called?')).response.content, /told me that/)
      assert.equal((await done('auth.profile')).preferences.language, 'en')
      assert.match(
        (await say('Was weißt du über Carla?')).response.content,
        /Das hast du mir über Carla erzählt/,
      )
    },
  },
  {
    name: 'is told in German that French is not understood, and may have it kept',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      await say('Hallo, wie geht es dir heute?')
      const told = 'Ma tante Carla habite à Lyon depuis trois ans.'
      assert.match((await say(told)).response.content, /nur Deutsch und Englisch.*„behalt es“/)
      await say('Behalt es')
      assert.deepEqual(held(memories()), [told])
    },
  },
])
