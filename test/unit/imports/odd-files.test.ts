import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFile } from '../../../daemon/features/imports/formats/formats.ts'
import { NotThisFormat } from '../../../daemon/features/imports/formats/imported.ts'

const contents = (text: string, name = '') =>
  readFile(text, null, name).memories.map(({ content }) => content)

describe('A file that nobody can tell anything by is refused', () => {
  for (const [what, text] of [
    ['a JSON file that was cut off', '[{"title":"A","mapping":{"x":{"id":"x"'],
    ['a file in lines that was cut off', '[\n  {\n    "uuid": "x",\n    "chat_messages": [\n'],
    ['an archive', 'PK\u0003\u0004\u0014\0\0conversations.json'],
    ['a text in another encoding', '\uFFFD\uFFFDA\0n\0n\0'],
    ['brackets without end', '['.repeat(10_000) + ']'.repeat(10_000)],
  ] as const)
    test(what, () => assert.throws(() => contents(text), NotThisFormat))
})

describe('A text that begins like JSON and is none', () => {
  test('is a text', () =>
    assert.deepEqual(contents('[draft] Ann comes on Monday.'), ['[draft] Ann comes on Monday.']))
})

describe('A table', () => {
  test('with a quotation mark that is never closed is read as it stands', () => {
    const { memories } = readFile('text,date\n"Hello,2024-01-01\nWorld,2024-01-02\n', 'csv')
    assert.deepEqual(
      memories.map(({ content }) => content),
      ['"Hello', 'World'],
    )
  })

  test('may begin with what separates its cells', () => {
    assert.deepEqual(contents('sep=;\ntext;date\nThe gate sticks;2024-01-01\n', 'notes.csv'), [
      'The gate sticks',
    ])
  })
})

describe('Messages of OpenAI', () => {
  const messages = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'My cat is called Mo.' },
    { role: 'assistant', content: 'Lovely.' },
  ]
  for (const [what, text] of [
    ['one conversation in lines', JSON.stringify({ messages }, null, 2)],
    ['a list of conversations', JSON.stringify([{ messages }])],
    ['bare messages', JSON.stringify(messages)],
  ] as const)
    test(`are read from ${what}, and are the assistant’s where an assistant wrote them`, () => {
      const { format, memories } = readFile(text, null)
      assert.equal(format, 'openai')
      assert.deepEqual(
        memories.map(({ content, by_assistant }) => [content, by_assistant]),
        [
          ['My cat is called Mo.', false],
          ['Lovely.', true],
        ],
      )
    })

  test('are of the same conversation when it has gone on', () => {
    const longer = [...messages, { role: 'user', content: 'He is four.' }]
    const [before, after] = [messages, longer].map(
      (turns) => readFile(JSON.stringify({ messages: turns }), null).memories[0]?.conversation,
    )
    assert.equal(before, after)
  })
})

describe('An observation of the memory server', () => {
  test('names its entity, also where a longer word begins like it', () => {
    const line = { type: 'entity', name: 'Ann', entityType: 'person', observations: ['plans an annual trip'] }
    assert.deepEqual(contents(JSON.stringify(line)), ['Ann: plans an annual trip'])
  })
})

describe('An agent of Letta', () => {
  test('has said what it sent, and not what it thought', () => {
    const call = (name: string, given: object) => ({ function: { name, arguments: JSON.stringify(given) } })
    const agent = {
      name: 'Sam',
      core_memory: [],
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'text', text: 'I should greet.' }],
          tool_calls: [call('send_message', { message: 'Good morning!' })],
        },
        { role: 'assistant', content: 'Let me look.', tool_calls: [call('archival_memory_search', {})] },
      ],
    }
    const { memories, skipped } = readFile(JSON.stringify(agent), 'letta')
    assert.deepEqual(
      memories.map(({ content, speaker }) => [content, speaker]),
      [['Good morning!', 'Sam']],
    )
    assert.deepEqual(skipped, [{ place: 'messages[1]', reason: 'tool_message' }])
  })
})
