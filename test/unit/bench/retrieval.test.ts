import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  bootstrapInterval,
  contentWords,
  mean,
  recallAt,
  reciprocalRank,
  sharedWords,
} from '../../bench/retrieval/measures.ts'
import { fitLogistic } from '../../bench/retrieval/logistic.ts'
import { ownersOf, questionSets } from '../../bench/retrieval/sets.ts'
import household from '../../bench/retrieval/household/members.json' with { type: 'json' }
import memories from '../../bench/retrieval/household/memories.json' with { type: 'json' }
import questions from '../../bench/retrieval/household/questions.json' with { type: 'json' }

const { members, asked_on } = household
const byId = new Map(memories.map((memory) => [memory.id, memory]))
const owners = new Set(members.map(({ id }) => id))
const answersOf = (question: (typeof questions)[number]) =>
  question.answers.flatMap((id) => byId.get(id) ?? [])

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at)

const plain = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

describe('The memories of the retrieval bench', () => {
  it('are at least 320, of at least four members, each with at least 40', () => {
    assert.ok(memories.length >= 320, `${memories.length} memories`)
    assert.ok(owners.size >= 4)
    for (const owner of owners) {
      const count = memories.filter((memory) => memory.owner === owner).length
      assert.ok(count >= 40, `${owner} has ${count}`)
    }
  })

  it('have a unique id, a known owner, kind and visibility', () => {
    assert.deepEqual(repeated(memories.map(({ id }) => id)), [])
    const odd = memories.filter(
      ({ owner, kind, visibility }) =>
        !owners.has(owner) ||
        !['fact', 'preference', 'event', 'note'].includes(kind) ||
        !['private', 'household'].includes(visibility),
    )
    assert.deepEqual(odd, [])
  })

  it('all say something different, in 5 to 60 words', () => {
    assert.deepEqual(repeated(memories.map(({ content }) => plain(content))), [])
    const lengths = memories.map(({ content }) => content.split(/\s+/).length)
    assert.ok(Math.min(...lengths) >= 5)
    assert.ok(Math.max(...lengths) <= 60)
    assert.ok(Math.max(...lengths) >= 40)
  })

  it('were stored before the questions are asked', () => {
    const late = memories.filter(({ told_on }) => !/^\d{4}-\d\d-\d\d$/.test(told_on) || told_on >= asked_on)
    assert.deepEqual(late, [])
  })

  it('come from conversations for about half, of 4 to 10 turns in order, by one member on one day', () => {
    const turns = memories.filter(({ conversation }) => conversation !== undefined)
    const share = turns.length / memories.length
    assert.ok(share >= 0.45 && share <= 0.6, `${turns.length} turns`)
    for (const [id, those] of Map.groupBy(turns, ({ conversation }) => conversation)) {
      assert.ok(those.length >= 4 && those.length <= 10, id)
      assert.deepEqual(
        those.map(({ turn }) => turn),
        those.map((_, at) => at + 1),
        id,
      )
      assert.equal(new Set(those.map(({ owner, told_on }) => `${owner} ${told_on}`)).size, 1, id)
    }
  })
})

describe('The questions of the retrieval bench', () => {
  it('are at least 160, all different, with an id of their own', () => {
    assert.ok(questions.length >= 160, `${questions.length} questions`)
    assert.deepEqual(repeated(questions.map(({ id }) => id)), [])
    assert.deepEqual(
      repeated(questions.map(({ asked_by, question }) => `${asked_by} ${plain(question)}`)),
      [],
    )
  })

  it('are answered by one to three existing memories that the asker may see', () => {
    for (const question of questions) {
      const { id, asked_by, answers } = question
      const memories = answersOf(question)
      assert.ok(answers.length >= 1 && answers.length <= 3, id)
      assert.deepEqual(repeated(answers), [], id)
      assert.equal(memories.length, answers.length, id)
      assert.ok(owners.has(asked_by), id)
      assert.ok(
        memories.every(({ owner, visibility }) => owner === asked_by || visibility === 'household'),
        id,
      )
    }
  })

  it('cover every kind, and only multi-hop questions have several answers', () => {
    const kinds = new Set(questions.map(({ kind }) => kind))
    const expected = ['multi-hop', 'name/number', 'other', 'paraphrase', 'preference', 'time']
    assert.deepEqual([...kinds].toSorted(), expected)
    const odd = questions.filter(({ kind, answers }) => (kind === 'multi-hop') !== answers.length > 1)
    assert.deepEqual(odd, [])
  })

  it('share at most one word with their answers in four of five, and none in half', () => {
    const shared = questions.map(
      (question) =>
        sharedWords(
          question.question,
          answersOf(question).map(({ content }) => content),
        ).length,
    )
    const share = (limit: number) => shared.filter((count) => count <= limit).length / shared.length
    assert.ok(share(1) >= 0.8, `at most one in ${share(1)}`)
    assert.ok(share(0) >= 0.5, `none in ${share(0)}`)
  })

  it('are split by their ids into tuning and held-out halves', () => {
    const part = (id: string) => {
      const [first = 0] = createHash('sha256').update(id).digest()
      return first % 2 === 0 ? 'tune' : 'held'
    }
    assert.deepEqual(
      questions.filter((question) => question.part !== part(question.id)),
      [],
    )
    const share = questions.filter(({ part }) => part === 'tune').length / questions.length
    assert.ok(share >= 0.45 && share <= 0.55, `tune has ${share}`)
  })
})

describe('The measures of retrieval', () => {
  it('recall is the share of the answers among the first results', () => {
    assert.equal(recallAt(2, ['a', 'b', 'c'], ['b']), 1)
    assert.equal(recallAt(2, ['a', 'b', 'c'], ['b', 'c']), 0.5)
    assert.equal(recallAt(2, ['a', 'b', 'c'], ['c']), 0)
    assert.equal(recallAt(5, [], ['c']), 0)
  })

  it('a duplicate result counts once', () => {
    assert.equal(recallAt(5, ['b', 'b'], ['b', 'c']), 0.5)
  })

  it('the reciprocal rank is that of the first answer found', () => {
    assert.equal(reciprocalRank(['a', 'b', 'c'], ['c', 'b']), 0.5)
    assert.equal(reciprocalRank(['a'], ['a']), 1)
    assert.equal(reciprocalRank(['a'], ['b']), 0)
  })

  it('the interval holds the mean, is the same each time and narrows with more values', () => {
    const half = (count: number) => Array.from({ length: count }, (_, at) => at % 2)
    const [low, high] = bootstrapInterval(half(100))
    assert.ok(low < mean(half(100)) && mean(half(100)) < high)
    assert.ok(Math.abs(high - low - 2 * 1.96 * 0.05) < 0.02, `${low} to ${high}`)
    assert.deepEqual(bootstrapInterval(half(100)), [low, high])
    const [lower, higher] = bootstrapInterval(half(1_000))
    assert.ok(higher - lower < high - low)
  })

  it('the interval of equal values is a point', () => {
    assert.deepEqual(bootstrapInterval([0.25, 0.25, 0.25]), [0.25, 0.25])
  })

  it('shared words are compared as stems, without stop words and capitals', () => {
    assert.deepEqual(sharedWords('Which hooks?', ['The HOOK is new.', 'On the hook.']), ['hook'])
    assert.deepEqual(sharedWords('Where is it?', ['It is where it was.']), [])
    assert.deepEqual(contentWords("What's Dr Meyer's number, 42?"), ['dr', 'meyer', 'number', '42'])
  })
})

describe('The dialogues of the retrieval bench', () => {
  const parts = { tune: questionSets('tune'), held: questionSets('held') }

  it('are ten that nobody looks at before the end, with at least 300 questions, and some to tune on', () => {
    for (const [part, [owners, questions]] of Object.entries({ held: [10, 300], tune: [2, 60] } as const)) {
      const set = parts[part as keyof typeof parts].find(({ name }) => name === 'dialogues')
      assert.ok(set)
      assert.ok(ownersOf(set).length >= owners, part)
      assert.ok(set.questions.length >= questions, part)
    }
  })

  it('are of two people who say at least 300 things in many sessions', () => {
    for (const sets of Object.values(parts)) {
      const told = sets.find(({ name }) => name === 'dialogues')?.told ?? []
      for (const [owner, turns] of Map.groupBy(told, (turn) => turn.owner)) {
        assert.ok(turns.length >= 300, owner)
        assert.equal(new Set(turns.map(({ speaker }) => speaker)).size, 2, owner)
        assert.ok(new Set(turns.map(({ conversation }) => conversation)).size >= 12, owner)
      }
    }
  })

  it('are asked in each way, also for what nothing answers', () => {
    for (const sets of Object.values(parts)) {
      const { questions = [] } = sets.find(({ name }) => name === 'dialogues') ?? {}
      assert.deepEqual([...new Set(questions.map(({ kind }) => kind))].toSorted(), [
        'inference',
        'none',
        'several',
        'single',
        'time',
      ])
      for (const { kind, answers, question } of questions)
        assert.equal(kind === 'none', answers.length === 0, question)
    }
  })
})

describe('A logistic regression', () => {
  it('finds the odds that made its samples', () => {
    const samples = Array.from({ length: 4_000 }, (_, at) => {
      const feature = ((at * 37) % 100) / 25 - 2
      const probability = 1 / (1 + Math.exp(-(0.5 + 1.5 * feature)))
      return { features: [feature], label: ((at * 61) % 40) / 40 < probability ? 1 : 0 }
    })
    const { intercept, weights, probabilityOf } = fitLogistic(samples)
    assert.ok(Math.abs(intercept - 0.5) < 0.15, String(intercept))
    assert.ok(Math.abs((weights[0] ?? 0) - 1.5) < 0.15, String(weights[0]))
    assert.ok(probabilityOf([2]) > 0.9 && probabilityOf([-2]) < 0.1)
  })
})
