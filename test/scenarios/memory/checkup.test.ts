import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { it } from '../../support/long.ts'
import { signIn, startTestDaemon, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { type Ask, protocols } from '../../support/wire/protocols.ts'
import { sharedScenarios } from '../../support/scenario.ts'

const day = 86_400_000

interface Memory {
  readonly memory_uuid: string
  readonly family_member_uuid: string
  readonly content: string
}

interface Checkup {
  readonly checked: number
  readonly duplicates: { readonly memories: Memory[]; readonly similarity: number }[]
  readonly stale: Memory[]
  readonly never_used: Memory[]
  readonly totals: { readonly duplicates: number; readonly stale: number; readonly never_used: number }
}

async function store(ask: Ask, token: string, content: string, more: object = {}): Promise<Memory> {
  const { status, result, detail } = await ask(token, 'memory.store', { content, ...more })
  assert.ok(status < 300, detail)
  return result.memory
}

/** As `store`, but by a change: what says the same as another in words that are known is merged when it is stored. */
async function storeAgain(ask: Ask, token: string, content: string, more: object = {}): Promise<Memory> {
  const { memory_uuid } = await store(ask, token, `to be written, ${content}, by and by`, more)
  const { status, result, detail } = await ask(token, 'memory.update', { id: memory_uuid, content })
  assert.equal(status, 200, detail)
  return result.memory
}

async function checkup(ask: Ask, token: string): Promise<Checkup> {
  const { status, result, detail } = await ask(token, 'memory.checkup')
  assert.equal(status, 200, detail)
  return result
}

const contents = (memories: readonly Memory[]) => memories.map(({ content }) => content)
/** What is said to be there more than once, of what has a word. */
const duplicateContents = ({ duplicates }: Checkup, word: string) =>
  duplicates.map(({ memories }) => contents(memories)).filter((group) => group.join().includes(word))
const everything = ({ duplicates, stale, never_used }: Checkup) => [
  ...duplicates.flatMap(({ memories }) => memories),
  ...stale,
  ...never_used,
]

const place = () => {
  placed += 1
  return (
    ['Ulm', 'Bonn', 'Kiel', 'Graz', 'Linz', 'Bern', 'Lyon', 'Oslo', 'Rome', 'Cork'].concat([
      'Nice',
      'Pisa',
      'Bari',
      'Gent',
      'Riga',
      'Turku',
      'Malmö',
      'Porto',
      'Sofia',
      'Delft',
    ])[placed - 1] ?? 'Nowhere'
  )
}
let placed = 0

sharedScenarios('A check-up of memories', [
  {
    name: 'finds duplicates in other words, newest first',
    check: async ({ ask, member, clock }) => {
      const town = place()
      const older = await store(ask, member.access_token, `My mother lives in a flat in ${town}`)
      clock.advance(1_000)
      const newer = await storeAgain(ask, member.access_token, `My mum lives in an apartment in ${town}`)
      const answer = await checkup(ask, member.access_token)
      assert.deepEqual(duplicateContents(answer, town), [[newer.content, older.content]])
      const group = answer.duplicates.find(({ memories }) => memories[0]?.content === newer.content)
      assert.deepEqual(group?.memories, [newer, older])
      assert.ok(group.similarity >= 0.6 && group.similarity <= 1.000_001, String(group.similarity))
      assert.ok(answer.checked >= 2)
      assert.equal(answer.totals.duplicates, answer.duplicates.length)
    },
  },
  {
    name: 'does not report memories as duplicates that differ in a number, a name, a negation or whom they are about',
    check: async ({ ask, member }) => {
      const town = place()
      for (const content of [
        `The bus to ${town} leaves at 5 pm`,
        `The bus to ${town} leaves at 6 pm`,
        `I had lunch with Maria in ${town} on Friday`,
        `I had lunch with Marta in ${town} on Friday`,
        `My brother smokes when he is in ${town}`,
        `My brother never smokes when he is in ${town}`,
        `My brother does not smoke when he is in ${town}`,
        `Ann visits Ben in ${town}`,
        `Ben visits Ann in ${town}`,
      ])
        await store(ask, member.access_token, content)
      assert.deepEqual(duplicateContents(await checkup(ask, member.access_token), town), [])
    },
  },
  {
    name: 'ignores forgotten, deleted and superseded memories',
    check: async ({ ask, member }) => {
      const town = place()
      const token = member.access_token
      const twice = async (one: string, other: string) => {
        await store(ask, token, one)
        const memory = await storeAgain(ask, token, other)
        assert.ok(
          everything(await checkup(ask, token)).some(({ memory_uuid }) => memory_uuid === memory.memory_uuid),
        )
        return memory.memory_uuid
      }
      const forgotten = await twice(`I love walking in ${town}`, `I like to walk in ${town}`)
      await ask(token, 'memory.forget', { memory_uuids: [forgotten] })
      const deleted = await twice(`My dad is afraid of ${town}`, `My father is scared of ${town}`)
      await ask(token, 'memory.delete', { id: deleted })
      assert.deepEqual(duplicateContents(await checkup(ask, token), town), [])
      // The second takes the place of the first.
      await store(ask, token, `My favourite colour in ${town} is blue`)
      await storeAgain(ask, token, `My favourite color in ${town} is blue`)
      assert.equal(duplicateContents(await checkup(ask, token), town).length, 1)
      await store(ask, token, `My favourite colour in ${town} is green`)
      assert.deepEqual(duplicateContents(await checkup(ask, token), town), [])
    },
  },
  {
    name: "never shows another member's memories, not even shared ones",
    check: async ({ ask, owner, member }) => {
      const town = place()
      for (const [{ access_token }, content, visibility] of [
        [owner, `We bought a sofa in ${town}`, 'household'],
        [member, `We bought a couch in ${town}`, 'household'],
        [member, `We purchased a sofa in ${town}`, 'private'],
        [owner, `We purchased a couch in ${town}`, 'private'],
      ] as const)
        await store(ask, access_token, content, { visibility })
      for (const { access_token, family_member_uuid } of [owner, member]) {
        const answer = await checkup(ask, access_token)
        assert.deepEqual(duplicateContents(answer, town), [])
        for (const memory of everything(answer)) assert.equal(memory.family_member_uuid, family_member_uuid)
      }
      await storeAgain(ask, owner.access_token, `We purchased a sofa in ${town}`, { visibility: 'household' })
      assert.equal(duplicateContents(await checkup(ask, owner.access_token), town).length, 1)
      assert.deepEqual(duplicateContents(await checkup(ask, member.access_token), town), [])
    },
  },
  {
    name: 'takes no input, and requires a member',
    check: async ({ ask, member, protocol }) => {
      assert.equal((await ask(member.access_token, 'memory.checkup', { limit: 5 })).status, 400)
      if (protocol === 'REST') assert.equal((await ask(null, 'memory.checkup')).status, 401)
    },
  },
])

describe('A check-up after a long time', () => {
  const clock = new ManualClock()
  const shed = 'the ladder is in the shed'
  const key = 'the spare key hangs behind the door'
  const nut = 'Ida cannot eat nuts'
  let daemon: TestDaemon
  let mia: TestMember
  let ask: Ask

  before(async () => {
    daemon = await startTestDaemon({ clock })
    mia = await daemon.member(await daemon.owner(), 'mia')
    ask = protocols.REST(daemon)
    for (const [content, more] of [
      [shed, {}],
      [key, { importance: 0.3 }],
      [nut, { pinned: true }],
      ['I hate spiders', {}],
    ] as const)
      await store(ask, mia.access_token, content, more)
    await storeAgain(ask, mia.access_token, 'I detest spiders')
  })

  after(() => daemon[Symbol.asyncDispose]())

  const later = async (days: number) => {
    // Every timer of so many days would take its time.
    clock.setTime(clock.now() + days * day)
    mia = await signIn(daemon, 'mia')
    return checkup(ask, mia.access_token)
  }

  it('finds nothing unused after 30 days', async () => {
    const { never_used, stale, totals } = await later(29)
    assert.deepEqual([never_used, stale, totals], [[], [], { duplicates: 1, stale: 0, never_used: 0 }])
  })

  it('finds what was never used after more than that, except pinned memories and duplicates', async () => {
    assert.deepEqual(contents((await later(2)).never_used), [shed, key])
  })

  it('takes a search into account at once', async () => {
    const { result } = await ask(mia.access_token, 'memory.search', { q: 'spare key', limit: 1 })
    assert.equal(result.items[0].memory.content, key)
    assert.deepEqual(contents((await checkup(ask, mia.access_token)).never_used), [shed])
  })

  it('finds memories that have faded after half a year, in one list only', async () => {
    const { never_used, stale, duplicates, totals } = await later(181)
    assert.deepEqual([contents(never_used), contents(stale)], [[shed], [key]])
    assert.deepEqual(
      duplicates.map(({ memories }) => contents(memories).toSorted()),
      [['I detest spiders', 'I hate spiders']],
    )
    assert.deepEqual(totals, { duplicates: 1, stale: 1, never_used: 1 })
  })
})
