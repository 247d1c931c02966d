import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sharedHousehold } from '../../support/household.ts'
import { clientOf, importFile } from '../../support/imported.ts'

const { daemon, newMember } = await sharedHousehold('moving')

/** A member of their own, with what of theirs holds, in the order of the alphabet. */
async function somebody() {
  const client = clientOf(daemon, await newMember())
  const holding = async () => {
    const { items } = await client.call('memory.recent', { limit: 200 })
    return items.map(({ content }) => content).toSorted()
  }
  const tell = (content: string) => client.call('memory.store', { content })
  const take = (...memories: object[]) => importFile(client, JSON.stringify(memories))
  const undo = (id: string) => client.call('imports.undo', { id })
  return { client, holding, tell, take, undo }
}

const colour = (name: string, told_at?: string) => ({
  content: `My favourite colour is ${name}.`,
  ...(told_at && { told_at }),
})

describe('What somebody else says in a file', () => {
  it('takes the place of nothing that the member has told of themselves', async () => {
    const { holding, tell, take } = await somebody()
    await tell('My name is Peter.')
    await take({ content: 'My name is Claude.', speaker: 'Claude' })
    assert.deepEqual(await holding(), ['My name is Claude.', 'My name is Peter.'])
  })

  it('is not the same as when another one says it', async () => {
    const { holding, take } = await somebody()
    const [first, second] = ['Ann', 'Ben'].map((speaker) => ({
      content: 'I am allergic to nuts.',
      speaker,
      conversation_uuid: '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
    }))
    assert.equal((await take({ ...first }, { ...second })).stored, 2)
    assert.equal((await holding()).length, 2)
  })
})

describe('The undo of an import', () => {
  it('leaves what the member has told since in the place of what it takes away', async () => {
    const { holding, tell, take, undo } = await somebody()
    await tell(colour('red').content)
    const { import_uuid } = await take(colour('blue'))
    await tell(colour('green').content)
    await undo(import_uuid)
    assert.deepEqual(await holding(), [colour('green').content])
  })

  it('leaves what another import has brought too, until that is undone as well', async () => {
    const { holding, take, undo } = await somebody()
    const january = {
      content: 'The cat is called Mo.',
      conversation_uuid: '2b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
    }
    const first = await take(january)
    const second = await take(january, { content: 'The dog is called Rex.' })
    assert.equal((await undo(first.import_uuid)).forgotten, 0)
    assert.equal((await holding()).length, 2)
    assert.equal((await undo(second.import_uuid)).forgotten, 2)
    assert.deepEqual(await holding(), [])
  })

  it('leaves what the member has told too, or changed, by then', async () => {
    const { client, holding, tell, take, undo } = await somebody()
    const { import_uuid } = await take(
      { content: 'I am allergic to nuts.' },
      { content: 'The boat leaks at the bow.' },
      { content: 'The attic is warm.' },
    )
    await tell('I am allergic to nuts.')
    const { items } = await client.call('memory.recent', {})
    const boat = items.find(({ content }) => content.startsWith('The boat'))
    await client.call('memory.update', { id: boat?.memory_uuid ?? '', pinned: true })
    assert.equal((await undo(import_uuid)).forgotten, 1)
    assert.deepEqual(await holding(), ['I am allergic to nuts.', 'The boat leaks at the bow.'])
  })
})

describe('A file that comes again after its import was undone', () => {
  it('adds nothing that the member has told meanwhile', async () => {
    const { holding, tell, take, undo } = await somebody()
    const { import_uuid } = await take({ content: 'My dog is called Rex.' })
    await undo(import_uuid)
    await tell('My dog is called Rex.')
    assert.equal((await take({ content: 'My dog is called Rex.' })).stored, 0)
    assert.deepEqual(await holding(), ['My dog is called Rex.'])
  })

  it('takes the place again of what it had replaced', async () => {
    const { client, holding, take, undo } = await somebody()
    await client.call('memory.store', colour('red', '2020-01-01T00:00:00Z'))
    const blue = colour('blue', '2024-01-01T00:00:00Z')
    const { import_uuid } = await take(blue)
    await undo(import_uuid)
    assert.deepEqual(await holding(), [colour('red').content])
    await take(blue)
    assert.deepEqual(await holding(), [blue.content])
  })
})
