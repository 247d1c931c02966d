import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sharedHousehold } from '../../support/household.ts'
import { clientOf, importFile } from '../../support/imported.ts'

const { daemon, newMember } = await sharedHousehold()

const [first, second, third] = [1, 2, 3].map((at) => `00000000-0000-4000-8000-00000000000${at}`) as [
  string,
  string,
  string,
]
const memory = (memory_uuid: string, content: string, superseded_by: string) => ({
  memory_uuid,
  content,
  superseded_by,
  valid_to: '2025-06-01T00:00:00.000Z',
})
const fileOf = (...memories: object[]) => JSON.stringify({ format: 'companion', version: 1, memories })

describe('An import whose memories took each other’s place', () => {
  it('is undone, and what it replaced holds again', async () => {
    const client = clientOf(daemon, await newMember())
    await importFile(client, fileOf(memory(third, 'The ferry leaves at nine.', first)))
    const { import_uuid, stored } = await importFile(
      client,
      fileOf(
        memory(first, 'The ferry leaves at ten.', second),
        memory(second, 'The ferry leaves at noon.', first),
      ),
    )
    assert.equal(stored, 2)
    const before = await client.call('memory.recent', { history: true })
    const replaced = new Map(before.items.map((one) => [one.memory_uuid, one.superseded_by]))
    assert.deepEqual(
      [third, first, second].map((uuid) => replaced.get(uuid)),
      [first, second, null],
    )

    const { forgotten } = await client.call('imports.undo', { id: import_uuid })
    assert.equal(forgotten, 2)
    const { items } = await client.call('memory.recent', {})
    assert.deepEqual(
      items.map(({ content, superseded_by, valid_to }) => [content, superseded_by, valid_to]),
      [['The ferry leaves at nine.', null, null]],
    )
  })
})
