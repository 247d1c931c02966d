import { CsvError, parse as parseCsv } from 'csv-parse/sync'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { parse as parseYaml } from 'yaml'
import {
  type Content,
  type FileContent,
  isObject,
  type Json,
  NotThisFormat,
  openContent,
  textOf,
  timeOf,
} from './imported.ts'
import { tagsOf } from './memory-services.ts'

const bullet = /^\s*(?:[-*•+]|\d+[.)])\s+/

/** Reads plain text: a paragraph each, or where nothing stands between the lines a line each; list items by themselves. */
export function readText(text: string): FileContent {
  const into = openContent()
  const lines = text.split('\n').map((line) => line.trimEnd())
  const paragraphs = lines.some((line, at) => line === '' && at > 0 && at < lines.length - 1)
  let began = 0
  let held: string[] = []
  const end = () => {
    if (held.length > 0) into.add(`line ${began}`, { content: held.join('\n') })
    held = []
  }
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') end()
    else {
      if (!paragraphs || bullet.test(line)) end()
      if (held.length === 0) began = index + 1
      held.push(line.replace(bullet, '').trim())
    }
  }
  end()
  return into.content
}

const columns = {
  content: ['content', 'memory', 'text', 'note', 'message', 'body', 'fact'],
  told_at: ['told_at', 'created_at', 'created', 'timestamp', 'datetime', 'date', 'time'],
  conversation: ['conversation', 'conversation_id', 'conversation_uuid', 'thread', 'session', 'chat'],
  speaker: ['speaker', 'author', 'sender', 'from', 'role', 'who'],
  tags: ['tags', 'tag', 'categories', 'category', 'labels'],
} as const

/** What separates the cells of the first line. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split('\n', 1)
  const counted = [',', ';', '\t'].map((one) => ({ one, cells: head.split(one).length }))
  return counted.toSorted((a, b) => b.cells - a.cells)[0]?.one ?? ','
}

/** Whether the first line of a text names columns of which one holds memories, and another something else known. */
export function isCsv(text: string): boolean {
  const [head = ''] = text.replace(separatorLine, '').split('\n', 1)
  const names = head.split(delimiterOf(text)).map(nameOf)
  const hasColumn = (wanted: readonly string[]) => names.some((name) => wanted.includes(name))
  const { content, ...others } = columns
  return hasColumn(content) && Object.values(others).some(hasColumn)
}

const nameOf = (name: string) => name.trim().replaceAll('"', '').toLowerCase().replaceAll(' ', '_')

interface CsvRow {
  readonly record: string[]
  readonly info: { readonly lines: number }
}

/** The rows of a table; where a quotation mark is never closed, all of them are read as they stand. */
function rowsOf(text: string): CsvRow[] {
  const options = {
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
  }
  const read = (more: object) => parseCsv(text, { ...options, ...more }) as unknown as CsvRow[]
  try {
    return read({})
  } catch (error) {
    if (error instanceof CsvError) return read({ quote: null })
    throw error
  }
}

/** What Excel writes first, to say what separates the cells. */
const separatorLine = /^sep=[,;\t]\n/i

/** Reads CSV whose first row names the columns; separated by comma, semicolon or tab. */
export function readCsv(given: string): FileContent {
  const into = openContent()
  const text = given.replace(separatorLine, '')
  const rows = rowsOf(text)
  const [head, ...others] = rows
  const names = head?.record.map(nameOf) ?? []
  const at = (wanted: readonly string[]) => wanted.map((name) => names.indexOf(name)).find((one) => one >= 0)
  const column = Object.fromEntries(Object.entries(columns).map(([name, wanted]) => [name, at(wanted)]))
  if (column['content'] === undefined) throw new NotThisFormat()
  for (const { record, info } of others) {
    const cell = (name: keyof typeof columns) => textOf(record[column[name] ?? -1])
    const speaker = cell('speaker').toLowerCase()
    const place = `line ${info.lines}`
    if (speaker === 'system' || speaker === 'tool') into.skip(place, `${speaker}_message`)
    else
      into.add(place, {
        content: cell('content'),
        told_at: timeOf(cell('told_at')),
        conversation: cell('conversation') || null,
        speaker: ['', 'user', 'human', 'me'].includes(speaker) ? null : cell('speaker'),
        by_assistant: speaker === 'assistant' || speaker === 'ai' || speaker === 'bot',
        tags: tagsOf(cell('tags')),
      })
  }
  return into.content
}

const frontMatter = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/

/** What stands before a Markdown text, as YAML, and how much of the text it takes. */
export function frontMatterOf(text: string): { readonly fields: Json; readonly length: number } {
  const [whole, yaml] = frontMatter.exec(text) ?? []
  if (whole === undefined || yaml === undefined) return { fields: {}, length: 0 }
  try {
    const fields: unknown = parseYaml(yaml, { schema: 'core' })
    return isObject(fields) || fields === null
      ? { fields: fields ?? {}, length: whole.length }
      : { fields: {}, length: 0 }
  } catch {
    return { fields: {}, length: whole.length }
  }
}

type Markdown = ReturnType<typeof fromMarkdown>['children'][number]

/** Reads Markdown: a paragraph, a list item or a block of code each, with the headings that it stands under before it. */
export function readMarkdown(text: string): FileContent {
  const into = openContent()
  const { fields, length } = frontMatterOf(text)
  const body = text.slice(length)
  const first = text.slice(0, length).split('\n').length
  const dates = [fields['date'], fields['created'], fields['created_at'], fields['updated']]
  const told_at = dates.map(timeOf).find((time) => time !== null) ?? null
  const reading = { into, body, first, told_at, tags: tagsOf(fields['tags'] ?? fields['tag']) }
  const title = textOf(fields['title'])
  const titles: { depth: number; text: string }[] = title === '' ? [] : [{ depth: 0, text: title }]
  for (const node of fromMarkdown(body).children) {
    if (node.type !== 'heading') {
      addBlock(
        reading,
        node,
        titles.map((one) => one.text),
      )
      continue
    }
    while ((titles.at(-1)?.depth ?? -1) >= node.depth) titles.pop()
    const heading = sourceOf(body, node)
      .replaceAll(/^#+\s*|\s*#*$|\n[=-]+\s*$/g, '')
      .trim()
    if (heading !== '' && heading !== titles.at(-1)?.text) titles.push({ depth: node.depth, text: heading })
  }
  return into.content
}

interface Reading {
  readonly into: Content
  readonly body: string
  /** The line in the file that the body begins with. */
  readonly first: number
  readonly told_at: string | null
  readonly tags: readonly string[]
}

const sourceOf = (body: string, { position }: Markdown) =>
  body.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)

/** Adds what stands in a block; rules, comments and the targets of links say nothing. */
function addBlock(reading: Reading, node: Markdown, titles: readonly string[]): void {
  const { into, body, first, told_at, tags } = reading
  if (node.type === 'thematicBreak' || node.type === 'definition' || node.type === 'yaml') return
  if (node.type === 'html' && /^<!--[\s\S]*-->$/.test(node.value.trim())) return
  if (node.type === 'list') {
    for (const item of node.children) addItem(reading, item, titles)
    return
  }
  const before = titles.length === 0 ? '' : `${titles.join(' / ')}: `
  const place = `line ${first + (node.position?.start.line ?? 1) - 1}`
  const text = sourceOf(body, node)
  into.add(place, {
    content: node.type === 'code' ? `${before}\n${text}`.trim() : `${before}${text}`,
    told_at,
    tags,
  })
}

/** An item is a memory, with all that belongs to it but lists of its own: their items are memories under it. */
function addItem(reading: Reading, item: Markdown & { type: 'listItem' }, titles: readonly string[]): void {
  const lists = item.children.filter((child) => child.type === 'list')
  const [own] = item.children
  const only = item.children.filter((child) => child.type !== 'list')
  const text = only.map((child) => sourceOf(reading.body, child).replaceAll(/\n\s+/g, '\n')).join('\n\n')
  const content = text.replace(/^\[[ xX]\]\s+/, '')
  const before = titles.length === 0 ? '' : `${titles.join(' / ')}: `
  const place = `line ${reading.first + (item.position?.start.line ?? 1) - 1}`
  const { told_at, tags } = reading
  if (own?.type !== 'list' && own !== undefined)
    reading.into.add(place, { content: `${before}${content}`, told_at, tags })
  const under =
    own?.type === 'paragraph' && content.length <= 120 ? [...titles, content.replace(/:$/, '')] : titles
  for (const list of lists) if (list.type === 'list') addBlock(reading, list, under)
}
