import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { newMember } from '../../support/conversation/conversation.ts'
import { signIn } from '../../support/daemon.ts'
import { dialogueScenarios, type Scene } from '../../support/scenario.ts'

const newName = () => `Q${[...randomBytes(6)].map((byte) => 'abcdefghijklmnop'[byte % 16]).join('')}`

/** A member with a guest who is their friend, and one who is another member's uncle. */
async function host(scene: Scene) {
  const member = await newMember(scene)
  const other = await newMember(scene)
  const introduce = async (relationship: string, related_to: string) => {
    const name = newName()
    const full_name = `${name} Lindqvist`
    const { person } = await member.done('recognition.introduce', { full_name, relationship, related_to })
    return { name, full_name, person_uuid: person.person_uuid as string }
  }
  const friend = await introduce('friend', member.family_member_uuid)
  const uncle = await introduce('uncle', other.family_member_uuid)
  const own = (await member.done('auth.profile')).full_name as string
  const hear = async (content: string) => (await member.say(content)).response.content as string
  return { friend, uncle, hear, own }
}

dialogueScenarios('Who somebody is', [
  {
    name: 'is answered with how the household has introduced them',
    check: async (scene) => {
      const { friend, uncle, hear, own } = await host(scene)
      assert.equal(
        await hear(`Who is ${friend.name}?`),
        `${friend.full_name} is a guest of your household, introduced as your friend.`,
      )
      assert.match(await hear(`Do you know ${uncle.full_name}?`), /introduced as .+'s uncle\.$/)
      assert.match(await hear('Who is Olga?'), /is a member of your household/)
      assert.ok((await hear('Who am I?')).includes(own))
    },
  },
  {
    name: 'is answered in German, too',
    check: async (scene) => {
      const { friend, hear } = await host(scene)
      assert.equal(
        await hear(`Wer ist denn ${friend.name}?`),
        `${friend.full_name} ist als Gast deines Haushalts eingetragen, von dir aus gesehen: friend.`,
      )
      assert.match(await hear('Wer wohnt alles hier?'), /^Diese Menschen|^Das sind/)
    },
  },
  {
    name: 'is answered with what was told of them besides',
    check: async (scene) => {
      const { friend, hear } = await host(scene)
      await hear(`${friend.name} is my climbing partner.`)
      const told = await hear(`Who is ${friend.name}?`)
      assert.match(told, /introduced as your friend\. /)
      assert.match(told, /is my climbing partner\.”$/)
    },
  },
  {
    name: 'is told of everybody who lives here or visits, where that is asked for',
    check: async (scene) => {
      const { hear } = await host(scene)
      assert.match(await hear('Who lives here?'), /^These .*people[^]*\n- Olga /)
    },
  },
  {
    name: 'is not told of people whom nobody has introduced, or who were removed',
    check: async (scene) => {
      const { friend, hear } = await host(scene)
      assert.doesNotMatch(await hear('Who is Casimir?'), /household/)
      const { access_token: token } = await signIn(scene.daemon, 'olga')
      const { status } = await scene.ask(token, 'recognition.remove', { id: friend.person_uuid })
      assert.equal(status, 200)
      assert.doesNotMatch(await hear(`Who is ${friend.name}?`), /Lindqvist/)
    },
  },
])
