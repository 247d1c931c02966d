import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { household, newRow } from '../../../../daemon/features/memory/rows.ts'
import { openFinding, shownOf } from '../../../../daemon/features/memory/search/finding.ts'
import type { Filter } from '../../../../daemon/features/memory/filter.ts'
import { anyCalibration } from '../../../support/memory/calibration.ts'
import { everything, meaning, openFound } from '../../../support/memory/found.ts'
import { randomNumbers, randomVector } from '../../../support/memory/random-vectors.ts'

describe('A search', () => {
  test('finds by meaning without common words, and by words despite another meaning', async () => {
    const { olga, put, texts } = openFound()
    put(olga, 'the automobile stands in the garage', meaning(1, 2))
    put(olga, 'Dr Meyer has moved to Linden Street', meaning(8, 9))
    put(olga, 'tea is better than coffee', meaning(5))
    assert.equal((await texts('where is my car', meaning(1, 2)))[0], 'the automobile stands in the garage')
    assert.equal((await texts('Meyer', meaning(20)))[0], 'Dr Meyer has moved to Linden Street')
  })

  test('ranks matches by meaning and words first', async () => {
    const { olga, put, texts } = openFound()
    put(olga, 'the puppy is called Biscuit', meaning(1, 3))
    put(olga, 'a biscuit with the tea', meaning(7))
    put(olga, 'a small animal has come to us', meaning(1, 2))
    assert.deepEqual(
      (await texts('what is the puppy called', meaning(1, 2)))[0],
      'the puppy is called Biscuit',
    )
  })

  for (const others of [50, 5_000])
    test(`finds by its words what was told while the model was away, among ${others} that have a meaning`, async () => {
      const { store, memories, olga, put, texts } = openFound()
      put(olga, 'the quince tree stands behind the barn', null)
      store.write((tx) => {
        for (let n = 0; n < others; n += 1)
          memories.insert(tx, newRow({ content: `tree ${n}` }, olga, '2026-03-01T12:00:00.000Z'), {
            a: meaning(1, 2),
          })
      })
      assert.equal((await texts('quince', meaning(1, 2)))[0], 'the quince tree stands behind the barn')
      assert.equal(
        (await texts('tree', meaning(1, 2))).includes('the quince tree stands behind the barn'),
        false,
      )
    })

  for (const others of [50, 5_000])
    test(`finds the same by the vectors in the table where there is no room for ${others}`, async () => {
      const { store, memories, olga, reading, query } = openFound()
      const asked = randomVector(randomNumbers(5))
      const random = randomNumbers(6)
      // The first ones are clearly more like it, one more than the next.
      const made = (n: number) => {
        const other = randomVector(random)
        const vector = asked.map((value, at) => value * (3 / (n + 1)) + (other[at] ?? 0))
        const length = Math.hypot(...vector)
        return vector.map((value) => value / length)
      }
      store.write((tx) => {
        for (let n = 0; n < others; n += 1)
          memories.insert(tx, newRow({ content: `tree ${n}` }, olga, '2026-03-01T12:00:00.000Z'), {
            a: made(n),
          })
      })
      const { search } = openFinding(reading, 1_000)
      for (const text of ['quince', 'tree 7']) {
        const kept = await openFinding(reading).search(query(text, asked))
        const stored = await search(query(text, asked))
        assert.equal(stored.hits[text === 'quince' ? 0 : 1]?.row.content, 'tree 0')
        assert.deepEqual(
          stored.hits.map(({ row }) => row.content),
          kept.hits.map(({ row }) => row.content),
        )
      }
    })

  test("shows a member their own and shared memories, and nobody else's", async () => {
    const { olga, mia, put, texts } = openFound()
    put(olga, 'the safe opens with 4711', meaning(1))
    put(mia, 'the safe opens with 1234', meaning(1))
    put(household, 'the safe is behind the picture', meaning(1))
    const [forOlga, forMia] = [
      await texts('safe', meaning(1)),
      await texts('safe', meaning(1), { owners: [mia, household] }),
    ]
    assert.deepEqual(forOlga.toSorted(), ['the safe is behind the picture', 'the safe opens with 4711'])
    assert.deepEqual(forMia.toSorted(), ['the safe is behind the picture', 'the safe opens with 1234'])
  })

  test('filters before it ranks, so that rare matches are found', async () => {
    const { olga, put, texts, clock } = openFound()
    put(olga, 'birthday of the first', meaning(1, 4), { kind: 'event', tags: ['family'] })
    const begun = clock.now()
    for (let n = 0; n < 120; n += 1) put(olga, `birthday note ${n}`, meaning(1))
    const only = (filter: Partial<Filter>) =>
      texts('birthday', meaning(1), { filter: { ...everything, ...filter } })
    assert.deepEqual(await only({ kind: 'event' }), ['birthday of the first'])
    assert.deepEqual(await only({ tag: 'family' }), ['birthday of the first'])
    assert.deepEqual(await only({ created_before: begun }), ['birthday of the first'])
    assert.deepEqual(await only({ tag: 'fam' }), [])
    assert.equal((await only({ created_after: begun })).includes('birthday of the first'), false)
  })

  test('takes neighbours in the same conversation into account', async () => {
    const { olga, put, texts } = openFound()
    const conversation_uuid = randomUUID()
    put(olga, 'we went to the sea', meaning(1, 2), { conversation_uuid })
    put(olga, 'it rained all week', meaning(30), { conversation_uuid })
    put(olga, 'it rained yesterday', meaning(30))
    assert.deepEqual((await texts('seaside holiday', meaning(1, 2))).slice(0, 2), [
      'we went to the sea',
      'it rained all week',
    ])
  })

  test('ranks a superseded memory behind its replacement', async () => {
    const { olga, put, texts } = openFound()
    put(olga, 'the doctor is Dr Braun', meaning(1, 2), { superseded_by: randomUUID() })
    put(olga, 'the doctor is Dr Gelb', meaning(1, 2))
    assert.deepEqual(await texts('doctor', meaning(1, 2)), [
      'the doctor is Dr Gelb',
      'the doctor is Dr Braun',
    ])
  })

  test('returns at most the requested number, and treats any text as words', async () => {
    const { olga, put, search } = openFound()
    for (let n = 0; n < 20; n += 1) put(olga, `walk number ${n}`, meaning(1, n + 2))
    assert.equal((await search('walk', meaning(1), { limit: 7 })).hits.length, 7)
    for (const odd of [
      '"',
      "'; DROP TABLE memories",
      'a OR b NOT (',
      '*',
      'owner:x',
      '🫖',
      'the',
      '\u0000',
    ]) {
      assert.ok(Array.isArray((await search(odd, meaning(1))).hits), odd)
    }
  })
})

describe('What others have', () => {
  test('changes no byte of an answer', async () => {
    const { olga, mia, put, search, store, memories } = openFound()
    const conversation_uuid = randomUUID()
    put(olga, 'we walked to the lighthouse', meaning(1, 2), { conversation_uuid })
    put(olga, 'it rained all the way', meaning(3), { conversation_uuid })
    put(household, 'the lighthouse has a café', meaning(1))
    const ask = async () =>
      JSON.stringify([
        await search('lighthouse walk', meaning(1), { now: 0 }),
        await search('lighthuose', meaning(2), { now: 0 }),
        await search('submarine', new Float32Array(384), { now: 0 }),
      ])
    const before = await ask()
    const theirs = ['lighthouse', 'lighthuose', 'submarine', 'walk', 'rain'].flatMap((word) =>
      Array.from({ length: 30 }, (_, at) => put(mia, `${word} ${at}`, meaning(1, 2), { conversation_uuid })),
    )
    assert.equal(await ask(), before)
    store.write((tx) => {
      for (const row of theirs) memories.remove(tx, row)
    })
    assert.equal(await ask(), before)
  })

  test('and when they have used it, is nobody else’s business', async () => {
    const { mia, put, search, store, memories, clock } = openFound()
    const { memory_id } = put(household, 'the lighthouse has a café', meaning(1))
    const now = clock.now() + 300 * 86_400_000
    const score = async () =>
      (await search('café', meaning(1), { owners: [mia, household], now })).hits.map((hit) => hit.score)
    const before = await score()
    store.write((tx) => memories.accessed(tx, [memory_id], now))
    assert.deepEqual(await score(), before)
  })

  test('is no part of the probability either: the same memories of two members score the same', async () => {
    const { olga, mia, put, search } = openFound()
    for (const content of ['the boat is called Nele', 'the cat is called Moritz']) {
      put(olga, content, meaning(1))
      put(mia, content, meaning(1))
    }
    const scores = async (owner: string) =>
      (await search('boat', meaning(1), { owners: [owner] })).hits.map(({ score }) => score.toFixed(6))
    assert.deepEqual(await scores(olga), await scores(mia))
  })
})

describe('A word of the question', () => {
  test('is found where it was mistyped', async () => {
    const { olga, put, texts } = openFound()
    put(olga, 'the physiotherapist comes on Tuesdays', meaning(5))
    put(olga, 'the plumber comes on Mondays', meaning(6))
    assert.equal((await texts('physiotherpist', meaning(9)))[0], 'the physiotherapist comes on Tuesdays')
  })

  test('is not taken for one that was deleted', async () => {
    const { olga, put, texts, store, memories } = openFound()
    const likest = ['physiotherapestt', 'physiotherapestx', 'physiotherapeste', 'physiotherapesta']
    const rows = likest.map((word) => put(olga, `${word} comes`, meaning(7)))
    put(olga, 'the physiotherapist comes on Tuesdays', meaning(5))
    await texts('physiotherapest', meaning(9))
    store.write((tx) => {
      for (const row of rows) memories.remove(tx, row)
    })
    assert.deepEqual(await texts('physiotherapest', meaning(9)), ['the physiotherapist comes on Tuesdays'])
  })

  test('is found by words that mean something like it, behind itself', async () => {
    const { olga, put, texts } = openFound()
    put(olga, 'the physician is in Linden Street', meaning(5))
    put(olga, 'the bakery is in Linden Street', meaning(6))
    assert.deepEqual(await texts('doctor', meaning(9)), ['the physician is in Linden Street'])
    put(olga, 'the doctor is in Station Road', meaning(7))
    assert.equal((await texts('doctor', meaning(9)))[0], 'the doctor is in Station Road')
  })

  test('counts in tags, in who said it, and in when it was told', async () => {
    const { olga, put, texts } = openFound()
    const then = '2023-05-08T10:00:00.000Z'
    put(olga, 'we had a good time', meaning(5), { tags: ['camping'] })
    put(olga, 'I have a new job', meaning(6), { speaker: 'Caroline' })
    put(olga, 'the roof was mended', meaning(7), { created_at: then, valid_from: then })
    for (const [question, first] of [
      ['camping', 'we had a good time'],
      ['Caroline', 'I have a new job'],
      ['8 May 2023', 'the roof was mended'],
    ] as const)
      assert.equal((await texts(question, meaning(9)))[0], first)
  })
})

describe('A question about somebody who said something', () => {
  const conversation_uuid = randomUUID()
  const turns = [
    ['Tom', 'Anneke, did you ever finish that quilt?'],
    ['Anneke', 'The quilt lies on our bed since March.'],
    ['Tom', 'My sister has one too.'],
  ] as const

  test('prefers what they said to what was said to them, and an answer to the question before it', async () => {
    const { olga, put, texts } = openFound()
    for (const [speaker, content] of turns) put(olga, content, meaning(5), { speaker, conversation_uuid })
    const [first] = await texts('What became of the quilt of Anneke?', meaning(5))
    assert.equal(first, 'The quilt lies on our bed since March.')
    assert.equal((await texts('What has the sister of Tom?', meaning(5)))[0], 'My sister has one too.')
  })

  test('knows who said it also where the turn begins with their name', async () => {
    const { olga, put, texts } = openFound()
    for (const [speaker, content] of turns)
      put(olga, `${speaker}: ${content}`, meaning(5), { conversation_uuid })
    const [first] = await texts('What became of the quilt of Anneke?', meaning(5))
    assert.equal(first, 'Anneke: The quilt lies on our bed since March.')
  })

  test('finds what is told of them elsewhere as ever', async () => {
    const { olga, put, texts } = openFound()
    for (const [speaker, content] of turns) put(olga, content, meaning(5), { speaker, conversation_uuid })
    put(olga, 'Anneke is allergic to nuts', meaning(7))
    assert.equal((await texts('what is Anneke allergic to', meaning(7)))[0], 'Anneke is allergic to nuts')
  })
})

describe('A question that names a time', () => {
  test('prefers what was told then, and leaves nothing else out', async () => {
    const { olga, put, texts, clock } = openFound()
    const year = new Date(clock.now()).getUTCFullYear() - 1
    const told = (month: string) => {
      const created_at = `${year}-${month}-10T10:00:00.000Z`
      return { created_at, valid_from: created_at }
    }
    put(olga, 'we rented a boat on the lake', meaning(5), told('08'))
    put(olga, 'we rented a boat on the river', meaning(5), told('05'))
    put(olga, 'we rented a boat on the sea', meaning(5), told('02'))
    assert.deepEqual(await texts(`where did we rent a boat in the spring of ${year}`, meaning(5)), [
      'we rented a boat on the river',
      'we rented a boat on the lake',
      'we rented a boat on the sea',
    ])
  })
})

describe('An answer', () => {
  test('is confident where the best is likely enough, and not otherwise', async () => {
    const { olga, put, search } = openFound()
    put(olga, 'the safe opens with 4711', meaning(1))
    put(olga, 'tea is better than coffee', meaning(2))
    const sure = {
      ...anyCalibration,
      probability: { intercept: -3, total: 3, behind: 0, lead: 0, unknown: -2 },
    }
    assert.equal((await search('safe', meaning(1), { calibration: sure })).confident, true)
    const nonsense = await search('xqztl brmpf', meaning(300), { calibration: sure })
    assert.deepEqual([nonsense.confident, shownOf(nonsense).length], [false, 0])
    assert.equal((await search('safe', meaning(1), { owners: [randomUUID()] })).confident, false)
  })
})

describe('Where none is likely to answer', () => {
  test('only what shares words is shown, and a few that are about something like it', async () => {
    const { olga, put, search } = openFound()
    const unsure = { ...anyCalibration, confident: 1.1 }
    for (let count = 0; count < 8; count += 1) put(olga, `the boat is painted ${count}`, meaning(1, 2))
    for (let count = 0; count < 8; count += 1) put(olga, `my garden has a pond ${count}`, meaning(count + 10))
    put(olga, 'the anchor is in the shed', meaning(40))
    const shown = async (text: string, vector: Float32Array) =>
      shownOf(await search(text, vector, { calibration: unsure, limit: 50 })).map(({ row }) => row.content)
    assert.deepEqual(await shown('xqztl brmpf', meaning(10, 11, 12, 13, 14, 15, 16, 17, 50, 51)), [])
    const contents = await shown('anchor xqztl', meaning(1, 2))
    assert.equal(contents.length, 6)
    assert.ok(contents.includes('the anchor is in the shed'))
    assert.equal((await shown('painted xqztl', meaning(40))).filter((text) => /boat/.test(text)).length, 8)
  })
})

describe('A text without readable content', () => {
  test('is not found by meaning, and searches for nothing', async () => {
    const { olga, put, texts } = openFound()
    put(olga, '\u200b', new Float32Array(384))
    put(olga, 'the tea is in the tin', meaning(1))
    assert.deepEqual(await texts('tea', meaning(1)), ['the tea is in the tin'])
    assert.deepEqual(await texts('\u200b', new Float32Array(384)), [])
  })
})

describe("A memory's row and vector", () => {
  const places = ['memories', 'memory_vectors_a']

  test('agree after it is stored, changed and deleted', async () => {
    const { olga, put, texts, store, memories, client } = openFound()
    const count = () => places.map((table) => client.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    const row = put(olga, 'the key is under the mat', meaning(1))
    assert.deepEqual(count(), [1, 1])
    store.write((tx) => memories.update(tx, { ...row, content: 'the key is in the shed' }, { a: meaning(2) }))
    assert.deepEqual(count(), [1, 1])
    assert.deepEqual(await texts('shed', meaning(2)), ['the key is in the shed'])
    assert.deepEqual(memories.vectorsOf(row), { a: meaning(2) })
    store.write((tx) => memories.remove(tx, row))
    assert.deepEqual(count(), [0, 0])
    assert.deepEqual(await texts('shed', meaning(2)), [])
  })

  test('are not written if the transaction is rolled back', async () => {
    const { olga, put, store, memories, client, texts } = openFound()
    const row = put(olga, 'the key is under the mat', meaning(1))
    assert.throws(
      () =>
        store.write((tx) => {
          memories.remove(tx, row)
          throw new Error('undone')
        }),
      /undone/,
    )
    for (const table of places) assert.equal(client.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 1)
    assert.deepEqual(await texts('mat', meaning(1)), ['the key is under the mat'])
  })

  test("are all removed with the member's data", async () => {
    const { olga, mia, put, store, memories, client } = openFound()
    put(olga, 'one', meaning(1))
    put(household, 'two', meaning(2))
    put(mia, 'three', meaning(3))
    assert.deepEqual(
      store.write((tx) => memories.erase(tx, olga)),
      { memories: 2 },
    )
    for (const table of places) assert.equal(client.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 1)
  })
})
