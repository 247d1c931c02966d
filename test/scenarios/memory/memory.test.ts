import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Scene } from '../../support/scenario.ts'
import { sharedScenarios } from '../../support/scenario.ts'

const day = 86_400_000

async function store(
  { ask, member }: Scene,
  content: string,
  more: object = {},
  token = member.access_token,
) {
  const { status, result, detail } = await ask(token, 'memory.store', { content, ...more })
  assert.ok(status < 300, detail)
  return result.memory
}

const search = async ({ ask, member }: Scene, q: string, more: object = {}, token = member.access_token) =>
  (await ask(token, 'memory.search', { q, ...more })).result.items as {
    memory: { memory_uuid: string; content: string; last_accessed_at: string }
    score: number
    match: { semantic: number; keyword: number }
    why: string
  }[]
const contents = (items: { memory: { content: string } }[]) => items.map(({ memory }) => memory.content)
const word = () => `w${randomUUID().slice(0, 8)}`

sharedScenarios('Memory', [
  {
    name: 'a stored memory has every field, with the documented defaults',
    check: async (scene) => {
      const { ask, member, protocol } = scene
      const content = `  ${word()} likes the rain  `
      const { status, result } = await ask(member.access_token, 'memory.store', { content })
      assert.equal(status, protocol === 'REST' ? 201 : 200)
      const { memory_uuid, created_at, updated_at, valid_from, last_accessed_at, ...rest } = result.memory
      assert.match(memory_uuid, /^[\da-f]{8}-[\da-f]{4}-4/)
      assert.deepEqual([updated_at, valid_from, last_accessed_at], [created_at, created_at, created_at])
      assert.deepEqual(rest, {
        family_member_uuid: member.family_member_uuid,
        content: content.trim(),
        kind: 'note',
        importance: 0.5,
        tags: [],
        visibility: 'private',
        source: {
          actor: 'user',
          conversation_uuid: null,
          message_uuid: null,
          speaker: null,
          source_name: null,
        },
        confidence: 1,
        pinned: false,
        valid_to: null,
        superseded_by: null,
      })
      assert.equal(result.merged, false)
    },
  },
  {
    name: 'a memory is found by meaning, without a common word',
    check: async (scene) => {
      await store(scene, 'The automobile is parked in the basement garage')
      await store(scene, 'Grandmother bakes an apple pie on Sundays')
      const [first] = await search(scene, 'where did I leave the vehicle')
      assert.equal(first?.memory.content, 'The automobile is parked in the basement garage')
      assert.ok((first?.match.semantic ?? 0) > 0.2)
      assert.ok(first?.why)
    },
  },
  {
    name: 'a memory is found by its words, with an explanation',
    check: async (scene) => {
      const name = word()
      await store(scene, `Doctor ${name} has moved to Linden Street`)
      const [first] = await search(scene, name)
      assert.match(first?.memory.content ?? '', new RegExp(name))
      assert.ok((first?.match.keyword ?? 0) > 0.6)
      assert.match(first?.why ?? '', /has most of the telling words/)
    },
  },
  {
    name: 'storing a known memory makes it stronger instead of storing it twice',
    check: async (scene) => {
      const { ask, member } = scene
      const name = word()
      const first = await store(scene, `The puppy is called ${name}.`, { importance: 0.4, tags: ['dog'] })
      const again = await ask(member.access_token, 'memory.store', {
        content: `Remember that the puppy is called ${name.toUpperCase()}`,
        importance: 0.8,
        tags: ['family'],
      })
      assert.deepEqual([again.status, again.result.merged], [200, true])
      const { memory } = again.result
      assert.equal(memory.memory_uuid, first.memory_uuid)
      assert.deepEqual([memory.importance, memory.tags], [0.8, ['dog', 'family']])
      assert.equal((await search(scene, name)).filter((one) => one.match.keyword > 0).length, 1)
    },
  },
  {
    name: 'a newer value replaces the older one, which stays as history',
    check: async (scene) => {
      const { ask, member } = scene
      const name = word()
      const older = await store(scene, `My favourite ${name} is green`, { kind: 'preference' })
      const newer = await store(scene, `My favourite ${name} is blue`, { kind: 'preference' })
      const { memory } = (await ask(member.access_token, 'memory.get', { id: older.memory_uuid })).result
      assert.deepEqual([memory.superseded_by, memory.valid_to], [newer.memory_uuid, newer.valid_from])
      // Other rows have favourites too, which hold and so may stand between.
      const matches = contents(await search(scene, `favourite ${name}`, { history: true }))
      assert.deepEqual(
        matches.filter((content) => content.includes(name)),
        [newer.content, older.content],
      )
      assert.equal(matches[0], newer.content)
    },
  },
  {
    name: 'a changed memory is found by its new text at once, and no longer by the old one',
    check: async (scene) => {
      const { ask, member } = scene
      const [before, after] = [word(), word()]
      const { memory_uuid: id } = await store(scene, `the key lies in the ${before}`)
      assert.equal((await search(scene, before))[0]?.memory.memory_uuid, id)
      const changed = await ask(member.access_token, 'memory.update', {
        id,
        content: `the key lies in the ${after}`,
        pinned: true,
      })
      assert.deepEqual([changed.status, changed.result.memory.pinned], [200, true])
      assert.equal((await search(scene, after))[0]?.memory.memory_uuid, id)
      assert.deepEqual(
        (await search(scene, before)).filter(({ match }) => match.keyword > 0),
        [],
      )
    },
  },
  {
    name: 'a deleted memory disappears from lists and searches at once',
    check: async (scene) => {
      const { ask, member } = scene
      const name = word()
      const { memory_uuid: id } = await store(scene, `${name} is a secret`)
      assert.equal((await search(scene, name))[0]?.memory.memory_uuid, id)
      assert.equal((await ask(member.access_token, 'memory.delete', { id })).status, 200)
      assert.ok(!contents(await search(scene, name)).includes(`${name} is a secret`))
      for (const operation of ['memory.get', 'memory.delete'])
        assert.equal((await ask(member.access_token, operation, { id })).status, 404)
    },
  },
  {
    name: 'a forgotten memory is not found, and can be restored for 7 days',
    check: async (scene) => {
      const { ask, member, clock } = scene
      const [tag, name] = [word(), word()]
      const { memory_uuid: id } = await store(scene, `${name} was a bad day`, { tags: [tag] })
      const forget = (more: object) => ask(member.access_token, 'memory.forget', { tag, ...more })
      const preview = (await forget({ preview: true })).result
      assert.deepEqual([preview.total, preview.preview], [1, true])
      assert.equal((await search(scene, name))[0]?.memory.memory_uuid, id)
      const { result } = await forget({})
      assert.equal(Date.parse(result.restorable_until) - clock.now(), 7 * day)
      assert.equal((await search(scene, name)).filter(({ match }) => match.keyword > 0).length, 0)
      assert.equal((await ask(member.access_token, 'memory.get', { id })).status, 404)
      const listed = (await ask(member.access_token, 'memory.forgotten', {})).result.items
      assert.ok(listed.some((one: { memory_uuid: string }) => one.memory_uuid === id))
      assert.equal((await ask(member.access_token, 'memory.restore', { id })).status, 200)
      assert.equal((await search(scene, name))[0]?.memory.memory_uuid, id)
      assert.equal((await ask(member.access_token, 'memory.restore', { id })).status, 404)
    },
  },
  {
    name: 'a forgotten fact that is restored takes the place of an older one, or is history beside a newer one',
    check: async (scene) => {
      const { ask, member, clock } = scene
      const subject = word()
      const tell = (value: string) => {
        clock.advance(1_000)
        return store(scene, `My favourite ${subject} is ${value}`)
      }
      const holding = async () => {
        const { items } = (await ask(member.access_token, 'memory.recent', { limit: 200 })).result
        return items
          .map(({ content }: { content: string }) => content)
          .filter((content: string) => content.includes(subject))
      }
      const move = (operation: string, { memory_uuid: id }: { memory_uuid: string }) =>
        ask(member.access_token, operation, operation === 'memory.forget' ? { memory_uuids: [id] } : { id })
      const red = await tell('red')
      await move('memory.forget', red)
      const blue = await tell('blue')
      await move('memory.restore', red)
      assert.deepEqual(await holding(), [blue.content])
      await move('memory.forget', blue)
      assert.deepEqual(await holding(), [`My favourite ${subject} is red`])
      await move('memory.restore', blue)
      assert.deepEqual(await holding(), [blue.content])
    },
  },
  {
    name: "another member's memories are invisible, also to admins",
    check: async (scene) => {
      const { ask, owner, member } = scene
      const name = word()
      const { memory_uuid: id } = await store(scene, `${name} is only mine`)
      const token = owner.access_token
      assert.ok(!contents(await search(scene, name, {}, token)).includes(`${name} is only mine`))
      for (const operation of ['memory.get', 'memory.delete', 'memory.restore'])
        assert.equal((await ask(token, operation, { id })).status, 404)
      assert.equal((await ask(token, 'memory.update', { id, pinned: true })).status, 404)
      assert.equal((await ask(token, 'memory.forget', { memory_uuids: [id] })).status, 404)
      assert.equal((await ask(member.access_token, 'memory.get', { id })).status, 200)
    },
  },
  {
    name: 'shared memories are visible to all, and editable by whoever stored them',
    check: async (scene) => {
      const { ask, owner, member } = scene
      const name = word()
      const { memory_uuid: id } = await store(scene, `the ${name} is on Fridays`, { visibility: 'household' })
      const token = owner.access_token
      assert.equal((await search(scene, name, {}, token))[0]?.memory.memory_uuid, id)
      assert.equal((await ask(token, 'memory.get', { id })).status, 200)
      assert.equal((await ask(token, 'memory.delete', { id })).status, 404)
      const closed = await ask(member.access_token, 'memory.update', { id, visibility: 'private' })
      assert.equal(closed.status, 200)
      assert.ok(!contents(await search(scene, name, {}, token)).includes(`the ${name} is on Fridays`))
    },
  },
  {
    name: 'searches and lists accept the same filters',
    check: async (scene) => {
      const { ask, member, clock } = scene
      const [name, tag] = [word(), word()]
      await store(scene, `${name} one`, { kind: 'event', tags: [tag] })
      clock.advance(1_000)
      const between = new Date(clock.now()).toISOString()
      clock.advance(1_000)
      await store(scene, `${name} two`, { kind: 'fact', tags: [tag] })
      const recent = async (more: object) =>
        (await ask(member.access_token, 'memory.recent', { tag, ...more })).result
      assert.deepEqual(
        (await recent({})).items.map(({ content }: { content: string }) => content),
        [`${name} two`, `${name} one`],
      )
      for (const [filter, expected] of [
        [{ kind: 'event' }, `${name} one`],
        [{ created_after: between }, `${name} two`],
        [{ created_before: between }, `${name} one`],
      ] as const) {
        assert.deepEqual(contents(await search(scene, name, { tag, ...filter })), [expected])
        const { items, total } = await recent(filter)
        assert.deepEqual([items[0].content, total], [expected, 1])
      }
      assert.deepEqual(await search(scene, name, { tag, visibility: 'household' }), [])
    },
  },
  {
    name: 'searches and lists can include or exclude pinned memories',
    check: async (scene) => {
      const { ask, member } = scene
      const [name, tag] = [word(), word()]
      const open = await store(scene, `${name} is open`, { tags: [tag] })
      const fixed = await store(scene, `${name} is fixed`, { tags: [tag], pinned: true })
      for (const [pinned, expected] of [
        [true, [fixed.content]],
        [false, [open.content]],
        [undefined, [fixed.content, open.content]],
      ] as const) {
        const filter = { tag, ...(pinned === undefined ? {} : { pinned }) }
        const { items, total } = (await ask(member.access_token, 'memory.recent', filter)).result
        assert.deepEqual(
          [items.map((one: { content: string }) => one.content), total],
          [expected, expected.length],
        )
        assert.deepEqual(contents(await search(scene, name, filter)).toSorted(), expected.toSorted())
      }
    },
  },
  {
    name: 'a list has pinned memories first, page by page, unless it is asked for the newest',
    check: async (scene) => {
      const { ask, member } = scene
      const [name, tag] = [word(), word()]
      for (const [content, pinned] of [
        ['one', true],
        ['two', false],
        ['three', true],
        ['four', false],
      ] as const)
        await store(scene, `${name} ${content}`, { tags: [tag], pinned })
      const recent = async (more: object) => {
        const { items, total } = (await ask(member.access_token, 'memory.recent', { tag, ...more })).result
        assert.equal(total, 4)
        return items.map(({ content }: { content: string }) => content.replace(`${name} `, ''))
      }
      assert.deepEqual(await recent({ limit: 3 }), ['three', 'one', 'four'])
      assert.deepEqual(await recent({ limit: 3, offset: 3 }), ['two'])
      assert.deepEqual(await recent({ order: 'newest' }), ['four', 'three', 'two', 'one'])
    },
  },
  {
    name: 'a list shows current memories, and history on request',
    check: async (scene) => {
      const { ask, member } = scene
      const [name, tag] = [word(), word()]
      const older = await store(scene, `My favourite ${name} is green`, { tags: [tag] })
      const newer = await store(scene, `My favourite ${name} is blue`, { tags: [tag] })
      const recent = async (more: object) => {
        const { items, total } = (await ask(member.access_token, 'memory.recent', { tag, ...more })).result
        assert.equal(items.length, total)
        return items.map((one: { memory_uuid: string; superseded_by: string | null }) => [
          one.memory_uuid,
          one.superseded_by,
        ])
      }
      const now = [newer.memory_uuid, null]
      assert.deepEqual(await recent({}), [now])
      assert.deepEqual(await recent({ history: false }), [now])
      const all = await recent({ history: true })
      assert.deepEqual(all.length, 2)
      assert.deepEqual(
        new Map(all),
        new Map([now, [older.memory_uuid, newer.memory_uuid]] as [string, string][]),
      )
    },
  },
  {
    name: 'a search finds current memories, and history on request',
    check: async (scene) => {
      const [name, tag] = [word(), word()]
      const older = await store(scene, `My favourite ${name} is green`, { tags: [tag] })
      const newer = await store(scene, `My favourite ${name} is blue`, { tags: [tag] })
      assert.deepEqual(contents(await search(scene, name, { tag })), [newer.content])
      const all = contents(await search(scene, name, { tag, history: true }))
      assert.deepEqual(new Set(all), new Set([newer.content, older.content]))
    },
  },
  {
    name: 'a search for nonsense finds nothing',
    check: async (scene) => {
      for (const content of [
        'My favourite colour is blue',
        'My sister Anna lives in Hamburg',
        'I like strong coffee in the morning',
        'The spare key is under the blue flowerpot',
        'We rented a boat on the lake in May',
        'I work as a nurse at the hospital',
        'Our dog is called Bello',
        'The dentist appointment is on Friday',
      ])
        await store(scene, content)
      assert.deepEqual(contents(await search(scene, 'xqzv blorp fnord', { limit: 50 })), [])
      const [best] = contents(await search(scene, 'flowerpot', { limit: 50 }))
      assert.equal(best, 'The spare key is under the blue flowerpot')
    },
  },
  {
    name: 'bad input is refused with the name of the field',
    check: async ({ ask, member }) => {
      const refused = async (operation: string, input: object) => {
        const { status, result } = await ask(member.access_token, operation, input)
        assert.equal(status, 400, `${operation} ${JSON.stringify(input).slice(0, 60)}`)
        assert.ok(result === null || result.error?.code === 'INVALID_REQUEST')
      }
      for (const content of ['', '   ', 'x'.repeat(8_001), 7]) await refused('memory.store', { content })
      await refused('memory.store', { content: 'x', importance: 1.1 })
      await refused('memory.store', { content: 'x', tags: ['a', 'a'] })
      await refused('memory.search', { q: '' })
      await refused('memory.search', { q: 'x', limit: 201 })
      await refused('memory.recent', { history: 'yes' })
      await refused('memory.recent', { pinned: 1 })
      await refused('memory.forget', {})
      await refused('memory.forget', { memory_uuids: [randomUUID()], tag: 'x' })
    },
  },
])
