import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { periodIn } from '../../../../daemon/language/en/memory/question-dates.ts'
import { readQuestion } from '../../../../daemon/features/memory/search/finding.ts'

/** A Wednesday. */
const now = Date.UTC(2024, 2, 13, 12)

const read = (text: string) => {
  const period = periodIn(text, now)
  return period && [period.from, period.to - 1].map((moment) => new Date(moment).toISOString().slice(0, 10))
}

const periods: readonly (readonly [string, string, string])[] = [
  ['What did Tom do last May?', '2023-05-01', '2023-05-31'],
  ['What did we buy in June 2022?', '2022-06-01', '2022-06-30'],
  ['Where did we go in 2023?', '2023-01-01', '2023-12-31'],
  ['What did I plant last year?', '2023-01-01', '2023-12-31'],
  ['Who came to us last winter?', '2023-12-01', '2024-02-29'],
  ['What did she bake in the summer of 2022?', '2022-06-01', '2022-08-31'],
  ['What did I do at Christmas?', '2023-12-24', '2023-12-26'],
  ['What did I want to buy before Christmas?', '2023-09-25', '2023-12-26'],
  ['What happened in the last week of May 2023?', '2023-05-24', '2023-05-31'],
  ['What have I read since January?', '2024-01-01', '2024-03-13'],
  ['Where was I on 3 July 2023?', '2023-07-03', '2023-07-03'],
  ['What did I tell you yesterday?', '2024-03-12', '2024-03-12'],
  ['What did we do in the first week of May 2023?', '2023-05-01', '2023-05-08'],
  ['What did we do last March?', '2023-03-01', '2023-03-31'],
  ['What did we plant in the fall?', '2023-09-01', '2023-11-30'],
  ['When did grandma fall in 2022?', '2022-01-01', '2022-12-31'],
  ['Where were we from 3 to 5 July 2023?', '2023-07-03', '2023-07-05'],
]

describe('A question that names a time', () => {
  for (const [question, from, to] of periods)
    test(`“${question}” is about ${from} to ${to}`, () => assert.deepEqual(read(question), [from, to]))
})

describe('A question that names no time', () => {
  for (const question of [
    'May I have the code of the door?',
    'Who is my dentist?',
    'When is the concert?',
    'What happens at 7 pm?',
    'Is the train at 7:30 or at 8?',
    'What did I do in the last week of school?',
    'Did I fall?',
  ])
    test(`“${question}” is about none`, async () =>
      assert.equal((await readQuestion(question, now)).period, null))
})

describe('The words of a question', () => {
  test('are its stems, each once, at most 24', async () => {
    const { words } = await readQuestion('The red car, the cars', now)
    assert.deepEqual(words, ['red', 'car'])
    const many = Array.from({ length: 50 }, (_, at) => `word${at}`).join(' ')
    assert.equal((await readQuestion(many, now)).words.length, 24)
  })
})
