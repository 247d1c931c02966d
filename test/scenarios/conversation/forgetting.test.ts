import assert from 'node:assert/strict'
import { dialogueScenarios } from '../../support/scenario.ts'
import { held, newMember } from '../../support/conversation/conversation.ts'

/** What somebody has told, what they say then, and what is still kept when they have said yes to it. */
const facts: readonly {
  readonly name: string
  readonly told: readonly string[]
  readonly request: string
  readonly left: readonly string[]
}[] = [
  {
    name: 'what is said of somebody by "he" is forgotten with them',
    told: ['My neighbour Derek keeps parrots.', "He's moving to Hull in the spring.", 'My bike is blue.'],
    request: 'Forget everything about Derek.',
    left: ['My bike is blue.'],
  },
  {
    name: 'two things named in one command are both forgotten',
    told: ['I hate coriander.', 'My locker code is 4471.', 'I play football on Thursdays.'],
    request: 'Forget my locker code and the thing about coriander',
    left: ['I play football on Thursdays.'],
  },
  {
    name: 'the first thing that was said is forgotten by its place',
    told: ["I dented Simon's car.", 'Simon lives at number 7.'],
    request: 'Forget the first thing I told you',
    left: ['Simon lives at number 7.'],
  },
  {
    name: 'what was told before and is not to be remembered after all is forgotten',
    told: ['I lied about my degree on my CV.', "I'd like to learn Welsh."],
    request: "Don't remember this: I lied about my degree.",
    left: ["I'd like to learn Welsh."],
  },
  {
    name: 'why something is to be forgotten is not kept either',
    told: ['My bank card PIN is 6092.', 'I bank with the Nationwide.'],
    request: 'My PIN is private. Forget my PIN.',
    left: ['I bank with the Nationwide.'],
  },
  {
    name: "nobody's daughter is forgotten where only somebody else was told of",
    told: ["My friend Elsie's got a new cooker."],
    request: "Would you forget what I told you about Elsie's daughter?",
    left: ["My friend Elsie's got a new cooker."],
  },
  {
    name: 'somebody is forgotten by their name and by what they are',
    told: ['My cousin Aggie keeps bees.', "Aggie's hives are at Long Melford.", 'Uncle Perce has gout.'],
    request: 'Remove my cousin Aggie from your memory please',
    left: ['Uncle Perce has gout.'],
  },
]

dialogueScenarios(
  'What is to be forgotten',
  facts.map(({ name, told, request, left }) => ({
    name,
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      for (const content of told) await say(content)
      if (/Shall I forget/.test((await say(request)).response.content)) await say('Yes')
      assert.deepEqual(held(memories()), left)
    },
  })),
)
