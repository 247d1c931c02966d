import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Outcome } from '../../support/wire/protocols.ts'
import { protocols } from '../../support/wire/protocols.ts'
import type { TestMember } from '../../support/daemon.ts'
import { bearer, call, grpcClient } from '../../support/wire/grpc.ts'
import { sharedHousehold } from '../../support/household.ts'
import { amount, it, itScaled } from '../../support/long.ts'
import { seeded } from '../../bench/search-texts.ts'
import { TestSocket } from '../../support/wire/socket.ts'

type Visibility = 'private' | 'household'

/** A memory as this file believes it to be. */
interface Memory {
  readonly id: string
  readonly owner: TestMember
  content: string
  visibility: Visibility
  kind: string
  forgotten: boolean
}

interface Search {
  readonly caller: TestMember
  readonly protocol: 'REST' | 'WebSocket' | 'gRPC'
  readonly input: { readonly q: string; readonly limit: number; visibility?: Visibility; kind?: string }
}

interface Found {
  readonly memory: { readonly memory_uuid: string; readonly content: string; readonly visibility: Visibility }
  readonly score: number
}

const searches = amount(500, 10_000)
const rounds = searches / 50
/** As many at once. */
const parallel = 10
/** As many of one member, so that a search of the largest limit finds all that it may. */
const maxHits = 14
const kinds = ['note', 'fact', 'event']
const words = ['kettle', 'harbour', 'violin', 'Ann', 'soup', 'garden']
/** In each text and each question, so that no search has a reason to leave out what it may find. */
const common = 'house'
const questions = [
  `where is the kettle of the ${common}`,
  `Ann and the violin of the ${common}`,
  `soup in the garden of the ${common}`,
  `the ${common} by the harbour`,
  `what do I know of this ${common}`,
]

// Scores fade with the time that passes.
const { daemon, newMember } = await sharedHousehold('moving')
const first = await newMember()
const members = [first, await newMember(), await newMember()]
const ask = protocols.REST(daemon)
const random = seeded(20_26)
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
const service = grpcClient(daemon, 'MemoryService')
const sockets = new Map<TestMember, TestSocket>()

describe('Searches of a household whose members remember the same words', () => {
  const memories = new Set<Memory>()
  const reached = { asked: 0, found: 0, ofHousehold: 0, compared: 0 }
  let numbers = 0
  let fresh = 0

  before(async () => {
    for (const one of members) sockets.set(one, await TestSocket.open(daemon, one.access_token))
    for (let made = 0; made < 24; made += 1) await store(members[made % 3] ?? first)
  })

  after(async () => {
    service.close()
    for (const socket of sockets.values()) await socket[Symbol.asyncDispose]()
  })

  const text = () =>
    `the ${oneOf(words)} and the ${oneOf(words)} of ${oneOf(words)} at the ${common}, ${(numbers += 1) % 40}`

  async function change(who: TestMember, operation: string, input: object): Promise<Outcome['result']> {
    const { status, result, detail } = await ask(who.access_token, operation, input)
    assert.ok(status < 300, `${operation}: ${status} ${detail}`)
    return result
  }

  async function store(who: TestMember): Promise<void> {
    const input = {
      content: text(),
      visibility: oneOf(['private', 'household'] as const),
      kind: oneOf(kinds),
    }
    const { memory, merged } = await change(who, 'memory.store', input)
    const existing = [...memories].find(({ id }) => id === memory.memory_uuid)
    assert.equal(existing !== undefined, merged)
    if (!existing) memories.add({ ...input, id: memory.memory_uuid, owner: who, forgotten: false })
  }

  /** One write of somebody's; what is believed changes with its answer. */
  async function write(who = oneOf(members)): Promise<void> {
    const own = [...memories].filter((memory) => memory.owner === who)
    const memory = oneOf(own)
    if (!memory || (own.length < maxHits && random() < 0.3)) return store(who)
    const { id } = memory
    if (memory.forgotten) {
      await change(who, 'memory.restore', { id })
      memory.forgotten = false
    } else if (random() < 0.2) {
      await change(who, 'memory.delete', { id })
      memories.delete(memory)
    } else if (random() < 0.3) {
      await change(who, 'memory.forget', { memory_uuids: [id] })
      memory.forgotten = true
    } else {
      const changes = {
        visibility: memory.visibility === 'private' ? ('household' as const) : ('private' as const),
        ...(random() < 0.3 ? { content: text() } : {}),
      }
      await change(who, 'memory.update', { id, ...changes })
      Object.assign(memory, changes)
    }
  }

  const sees = (caller: TestMember, memory: Memory) =>
    !memory.forgotten && (memory.owner === caller || memory.visibility === 'household')

  /** What a caller may find, by id, as JSON. */
  function visible({ caller, input }: Search): Map<string, string> {
    const fits = (memory: Memory) =>
      sees(caller, memory) &&
      (input.visibility === undefined || memory.visibility === input.visibility) &&
      (input.kind === undefined || memory.kind === input.kind)
    return new Map(
      [...memories].filter(fits).map(({ id, content, visibility }) => [id, `${visibility} ${content}`]),
    )
  }

  const anySearch = (): Search => ({
    caller: oneOf(members),
    protocol: oneOf(['REST', 'WebSocket', 'gRPC']),
    input: {
      q: oneOf(questions),
      limit: oneOf([5, 5, 200]),
      ...(random() < 0.2 ? { visibility: oneOf(['private', 'household'] as const) } : {}),
      ...(random() < 0.1 ? { kind: oneOf(kinds) } : {}),
    },
  })

  async function results({ caller, protocol, input }: Search): Promise<Found[]> {
    reached.asked += 1
    if (protocol === 'REST') return (await change(caller, 'memory.search', input)).items
    if (protocol === 'gRPC') {
      const answer = await call(service, 'Search', input, bearer(caller.access_token))
      return (answer as { items: Found[] }).items
    }
    const answer = await sockets.get(caller)?.ask('request', { operation: 'memory.search', payload: input })
    assert.equal(answer?.type, 'response', JSON.stringify(answer?.data))
    return answer?.data.result.items
  }

  /** Everything found must be what the caller may see, as it is now, and nothing of it may be missing. */
  async function check(search: Search): Promise<Found[]> {
    const items = await results(search)
    const allowed = visible(search)
    for (const { memory } of items) {
      const { memory_uuid, visibility, content } = memory
      assert.equal(`${visibility} ${content}`, allowed.get(memory_uuid), search.caller.username)
      if (visibility === 'household') reached.ofHousehold += 1
    }
    assert.equal(new Set(items.map(({ memory }) => memory.memory_uuid)).size, items.length)
    assert.equal(items.length, Math.min(search.input.limit, allowed.size))
    reached.found += items.length
    return items
  }

  /**
   * The same question in other white space is no question that was answered before: after a write of the caller's, what
   * is kept must be as good as what is found anew.
   */
  async function compare(caller: TestMember): Promise<void> {
    const { protocol, input } = anySearch()
    const { visibility: _, ...all } = input
    const search = { caller, protocol, input: all }
    const answers = [await check(search), await check(search)]
    fresh += 1
    const q = search.input.q.replace(' ', ' '.repeat(1 + fresh))
    const anew = await check({ ...search, input: { ...search.input, q } })
    const scores = (items: readonly Found[]) =>
      new Map(items.map(({ memory, score }) => [memory.memory_uuid, score.toFixed(5)]))
    for (const answer of answers) assert.deepEqual(scores(answer), scores(anew))
    reached.compared += 1
  }

  itScaled(
    `find all of the caller's and shared memories and nothing else, in ${searches} searches between writes`,
    async (t) => {
      while (reached.asked < searches) {
        const each = searches / rounds
        const writer = oneOf(members)
        await write(writer)
        await compare(writer)
        for (let done = 0; done < each; done += parallel)
          await Promise.all(Array.from({ length: parallel }, () => check(anySearch())))
      }
      t.diagnostic(JSON.stringify(reached))
      assert.ok(reached.compared >= rounds / 2)
      assert.ok(reached.ofHousehold > searches)
    },
  )

  it('find a memory as it was or not at all while it becomes private', async () => {
    for (let round = 0; round < 30; round += 1) {
      const shared = [...memories].find(
        ({ forgotten, visibility }) => !forgotten && visibility === 'household',
      )
      if (!shared) {
        await write()
        continue
      }
      const others = members.filter((one) => one !== shared.owner)
      const under = others.map((caller) =>
        results({ caller, protocol: 'REST', input: { q: `${shared.content} ${round}`, limit: 200 } }),
      )
      await change(shared.owner, 'memory.update', { id: shared.id, visibility: 'private' })
      shared.visibility = 'private'
      for (const items of await Promise.all(under))
        for (const { memory } of items)
          if (memory.memory_uuid === shared.id) assert.equal(memory.visibility, 'household')
      for (const caller of others)
        await check({ caller, protocol: 'REST', input: { q: `${shared.content} ${round}`, limit: 200 } })
    }
  })
})
