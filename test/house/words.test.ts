import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseSync } from 'vite'
import { root } from '../../build/packaging/layout.ts'
import { sources } from '../support/sources.ts'
import { isNode, type Node, nodesOf } from '../support/syntax.ts'

/** Words that are plain English in a sentence ("it needs no key"), so that only names are held to them. */
const onlyInNames = new Set([
  'needs',
  'glance',
  'putOff',
  'puttingOff',
  'meantBy',
  'goBack',
  'arrivalOf',
  'door',
  'borneOut',
  'inhabited',
])

/** Where a word is data: an intent of the companion's language is called "farewell". */
const data = new Map([['farewell', /^(?:daemon\/features|test\/unit)\/conversation\//]])

/** The last column of the glossary: words, and beginnings of names (`most…`). */
function bannedWords(): string[] {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const [, glossary = ''] = text.split('\n## Glossary\n')
  const rows = glossary
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'))
  const cells = (rows ?? []).map((row) => row.split(' | ').at(-1) ?? '')
  return [...new Set(cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)))]
}

/** The words of a name, in lower case: of `maxBodyBytes`, `max-body-bytes` and `max_body_bytes` alike. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** Whether words have the ones of `banned` next to each other; `most…` is the first of several. */
function uses(words: readonly string[], banned: string): boolean {
  if (banned.endsWith('…')) return words.length > 1 && words[0] === banned.slice(0, -1)
  return ` ${words.join(' ')} `.includes(` ${wordsOf(banned).join(' ')} `)
}

const titled = new Set(['describe', 'it', 'test', 'inBrowser'])

/** The title that a node gives to a test. */
function titleOf({ type, callee, arguments: given }: Node): string | null {
  if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return null
  if (!titled.has(String(callee['name'])) || !isNode(given[0])) return null
  const [{ value, quasis }] = given as [Node]
  if (typeof value === 'string') return value
  if (!Array.isArray(quasis)) return null
  return quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join(' … ')
}

/** The names and the titles of tests in a file. Fields of the API, which have underscores, are the specification's. */
function readNames(file: string) {
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  const names = new Set<string>([
    file
      .split('/')
      .at(-1)
      ?.replace(/(?:\.test)?\.\w+$/, '') ?? '',
  ])
  const titles = new Set<string>()
  for (const node of nodesOf(program)) {
    if (node.type.endsWith('Identifier') && typeof node['name'] === 'string') names.add(node['name'])
    const title = titleOf(node)
    if (title !== null) titles.add(title)
  }
  return { names: [...names].filter((name) => !name.includes('_')), titles: [...titles] }
}

describe('The glossary', () => {
  const banned = bannedWords()

  it('names the words that we do not use', () => assert.ok(banned.length > 10, `${banned.length} words`))

  it('finds a word in any way to write a name, and nothing that merely looks like one', () => {
    const usesWord = (name: string, word: string) => uses(wordsOf(name), word)
    for (const name of ['tea', 'teaTime', 'green-tea', 'greenTea']) assert.ok(usesWord(name, 'tea'), name)
    assert.ok(usesWord('someTea', 'some…') && usesWord('takeOffUntil', 'takeOff'))
    for (const name of ['team', 'steam']) assert.ok(!usesWord(name, 'tea'), name)
    assert.ok(
      !usesWord('some', 'some…') && !usesWord('handsomeTea', 'some…') && !usesWord('takeItOff', 'takeOff'),
    )
  })

  // The texts of the catalogues are sentences for people; their keys belong to those texts.
  const files = sources('app', 'build', 'daemon', 'test').filter(
    (file) => !file.startsWith('daemon/ui/catalogue/'),
  )

  it('is kept by every name of the sources and every title of a test', () => {
    const slips = files.flatMap((file) => {
      const { names, titles } = readNames(file)
      return banned
        .filter((word) => !data.get(word)?.test(file))
        .flatMap((word) => {
          const slipped = onlyInNames.has(word) || word.endsWith('…') ? names : [...names, ...titles]
          return slipped
            .filter((text) => uses(wordsOf(text), word))
            .map((text) => `${file}: ${text} (${word})`)
        })
    })
    assert.deepEqual(slips, [])
  })
})
