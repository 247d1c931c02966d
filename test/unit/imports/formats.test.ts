import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type MemoryFormat, partsOf, readFile } from '../../../daemon/features/imports/formats/formats.ts'
import { NotThisFormat } from '../../../daemon/features/imports/formats/imported.ts'

const sample = (name: string) =>
  readFileSync(new URL(`../../support/imports/${name}`, import.meta.url), 'utf8')
const read = (name: string, format: MemoryFormat | null = null) => readFile(sample(name), format, name)
const contentsOf = (name: string) => read(name).memories.map(({ content }) => content)
const places = (name: string) => read(name).skipped.map(({ place, reason }) => `${place} ${reason}`)

describe('A file is known by what is in it', () => {
  for (const [name, format] of [
    ['chatgpt-conversations.json', 'chatgpt'],
    ['claude-conversations.json', 'claude'],
    ['mem0.json', 'mem0'],
    ['letta-agent.af', 'letta'],
    ['letta-passages.json', 'letta'],
    ['mcp-memory.jsonl', 'mcp_memory'],
    ['openai.jsonl', 'openai'],
    ['notes.md', 'markdown'],
    ['people.csv', 'csv'],
    ['plain.txt', 'text'],
  ] as const)
    it(`${name} is ${format}`, () => assert.equal(readFile(sample(name), null).format, format))

  it('what is JSON of another kind is none of them', () => {
    for (const text of ['{"a":1}', '[1,2]', '[]'])
      assert.throws(() => readFile(text, null), NotThisFormat, text)
  })

  it('a file is not read as another format than it has', () => {
    const strict = ['chatgpt', 'claude', 'mem0', 'letta', 'mcp_memory', 'openai', 'companion', 'csv'] as const
    for (const format of strict)
      assert.throws(() => readFile('The bins are collected.', format), NotThisFormat, format)
  })
})

describe('ChatGPT', () => {
  const { memories } = read('chatgpt-conversations.json')

  it('keeps the branch that was read last, in order, with time, conversation and speaker', () => {
    const [question, answer, sister] = memories
    assert.deepEqual(question, {
      content: 'When should I plant the tomatoes on my balcony in Graz?',
      told_at: '2024-05-01T08:00:01.500Z',
      conversation: '6632a1c0-0000-4000-8000-000000000001',
      speaker: null,
      by_assistant: false,
      tags: [],
    })
    assert.deepEqual([answer?.speaker, answer?.by_assistant], ['ChatGPT', true])
    assert.equal(answer?.content, 'After the Ice Saints, in the middle of May.')
    assert.equal(sister?.content, 'My sister Hanna waters them on Fridays.')
  })

  it('says what it skips, and why', () => {
    assert.deepEqual(places('chatgpt-conversations.json'), [
      'conversations[0].messages[1] system_message',
      'conversations[0].messages[4] tool_message',
      'conversations[0].messages[5] tool_message',
      'conversations[0].messages[6] not_text',
      'conversations[0].messages[8] empty',
    ])
  })

  it('cuts a turn that is too long between its paragraphs, and loses nothing', () => {
    const parts = memories.filter(({ conversation }) => conversation?.endsWith('2'))
    assert.equal(parts.length, 2)
    for (const { content } of parts) assert.match(content, /^Chapter \d+ [\s\S]*mild\.$/)
    const chapters = parts.flatMap(({ content }) => content.match(/Chapter \d+/g) ?? [])
    assert.equal(chapters.length, 20)
  })

  it('ends in spite of a circle, and takes the newest branch where none is named', () => {
    const node = (parent: string | null, text: string, create_time: number) => ({
      parent,
      message: { author: { role: 'user' }, create_time, content: { content_type: 'text', parts: [text] } },
    })
    const mapping = { a: node('b', 'one', 1), b: node('a', 'two', 2), c: node(null, 'alone', 0) }
    const { memories } = readFile(JSON.stringify([{ mapping }]), 'chatgpt')
    assert.deepEqual(
      memories.map(({ content }) => content),
      ['one', 'two'],
    )
  })
})

describe('Claude', () => {
  it('keeps who said what when, without thoughts', () => {
    const { memories } = read('claude-conversations.json')
    assert.deepEqual(
      memories.map(({ content, told_at, speaker }) => [content, told_at, speaker]),
      [
        ['We move to Leipzig on the first of April.', '2025-02-03T08:00:01.000Z', null],
        ['I would book the van six weeks before.', '2025-02-03T08:00:09.000Z', 'Claude'],
        ['The landlord is called Mr Petersen and his number ends in 42.', '2025-02-03T08:02:00.000Z', null],
      ],
    )
    assert.deepEqual(places('claude-conversations.json'), ['conversations[0].messages[2] not_text'])
  })
})

describe('Memory services', () => {
  it('mem0: keeps memory, time and categories', () => {
    const { memories } = read('mem0.json')
    assert.deepEqual(
      memories.map(({ content, told_at, tags }) => [content, told_at, tags]),
      [
        ['Plays the cello in an amateur orchestra', '2024-11-02T16:30:00.000Z', ['hobbies', 'music']],
        ['Is allergic to hazelnuts', '2025-01-05T12:00:00.000Z', []],
      ],
    )
    assert.deepEqual(places('mem0.json'), ['results[2] empty', 'results[3] not_understood'])
    const bare = JSON.stringify((JSON.parse(sample('mem0.json')) as { results: unknown }).results)
    assert.deepEqual(readFile(bare, null).memories, memories)
  })

  it('Letta: keeps the blocks on the person, what was said, and passages', () => {
    assert.deepEqual(contentsOf('letta-agent.af'), [
      'Name: Jonas',
      'Runs every Tuesday with a friend named Ole',
      'My marathon is on 12 October in Munich.',
      'Good luck with your training!',
    ])
    const [, , marathon, luck] = read('letta-agent.af').memories
    assert.deepEqual([marathon?.told_at, luck?.speaker], ['2025-03-10T07:01:00.000Z', 'Scout'])
    assert.deepEqual(contentsOf('letta-passages.json'), ['Jonas keeps the spare bike key in the blue tin.'])
  })

  it('the memory server of MCP: keeps observations and relations as sentences', () => {
    const sentences = [
      'Mia Keller: Speaks fluent Portuguese',
      'Mia Keller graduated in 2019',
      'Anthropos: Closes at six on Saturdays',
      'Mia Keller works at Anthropos',
    ]
    assert.deepEqual(contentsOf('mcp-memory.jsonl'), sentences)
    assert.deepEqual(places('mcp-memory.jsonl'), ['line 4 not_understood'])
    const lines = sample('mcp-memory.jsonl').trim().split('\n').slice(0, 3)
    const all = lines.map((line) => JSON.parse(line) as { type: string })
    const graph = {
      entities: all.filter(({ type }) => type === 'entity'),
      relations: all.filter(({ type }) => type === 'relation'),
    }
    const { format, memories } = readFile(JSON.stringify(graph), null)
    assert.deepEqual([format, memories.map(({ content }) => content)], ['mcp_memory', sentences])
  })

  it('OpenAI: keeps each line as a conversation', () => {
    const { memories } = read('openai.jsonl')
    assert.deepEqual(contentsOf('openai.jsonl'), [
      'My passport expires in March 2027.',
      'Noted, renew it in autumn 2026.',
      'The boiler was serviced by Kessler & Sons.',
    ])
    assert.equal(new Set(memories.map(({ conversation }) => conversation)).size, 2)
    assert.equal(memories[1]?.speaker, 'Assistant')
    assert.deepEqual(places('openai.jsonl'), [
      'line 1, messages[0] system_message',
      'line 2, messages[1] empty',
      'line 2, messages[2] tool_message',
      'line 3 not_understood',
    ])
  })
})

describe('Documents', () => {
  it('Markdown: headings stand before what is below them, front matter is read, rules are no memories', () => {
    const under = 'House notes / Heating'
    assert.deepEqual(contentsOf('notes.md'), [
      `${under}: The pressure should stay between 1.2 and 1.6 bar.`,
      `${under} / Radiators: Bleed the one in the bathroom first`,
      `${under} / Radiators: The key hangs:`,
      `${under} / Radiators / The key hangs: behind the kitchen door`,
      `${under} / Radiators / The key hangs: a spare one at the neighbour's`,
      `${under} / Radiators: \n\`\`\`sh\n# Not a heading\nboiler --reset\n\`\`\``,
      `${under} / Garage: The code of the door changed in spring.`,
    ])
    for (const { told_at, tags } of read('notes.md').memories)
      assert.deepEqual([told_at, tags], ['2025-06-07T00:00:00.000Z', ['house', 'handbook']])
  })

  it('CSV: columns are found by their names, quoted cells are whole', () => {
    const { memories } = read('people.csv')
    assert.deepEqual(
      memories.map(({ content, speaker, told_at, by_assistant, tags }) => [
        content,
        speaker,
        told_at,
        by_assistant,
        tags,
      ]),
      [
        [
          "Grandma's recipe needs 200 g of butter, not 250",
          null,
          '2024-12-24T00:00:00.000Z',
          false,
          ['cooking', 'family'],
        ],
        ['He said: "the skis are in the attic"', 'Oskar', '2025-01-02T10:00:00.000Z', false, []],
        ['I will remind you.', 'assistant', null, true, []],
      ],
    )
    assert.deepEqual(places('people.csv'), ['line 5 empty'])
  })

  it('text: a paragraph or a list item each; without blank lines a line each', () => {
    assert.deepEqual(contentsOf('plain.txt'), [
      'The library card is in the top drawer.',
      'Uncle Theo retires in June.\nHe wants to sail to Sweden afterwards.',
      'The bins are collected on Wednesdays',
      'The blue bin only every second week',
    ])
    assert.equal(readFile('one\ntwo\r\nthree\n', null).memories.length, 3)
  })

  it('a long text is cut at a word, and a letter of two units stays whole', () => {
    assert.deepEqual(
      partsOf('🙂'.repeat(4_001)).map(({ length }) => length),
      [8_000, 2],
    )
    assert.deepEqual(
      partsOf(`x${'🙂'.repeat(4_000)}`).map(({ length }) => length),
      [7_999, 2],
    )
    assert.ok(partsOf('word '.repeat(4_000)).every((part) => /^word.*word$/.test(part)))
  })
})
