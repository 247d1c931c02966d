import { frontMatterOf } from './documents.ts'
import {
  type Content,
  type FileContent,
  type Imported,
  isObject,
  type Json,
  jsonLines,
  jsonOf,
  NotThisFormat,
  openContent,
  textOf,
  timeOf,
} from './imported.ts'
import { tagsOf } from './memory-services.ts'

/** A memory as exports have it: all that an import reads. What a memory has not is left out. */
export interface Exported {
  readonly memory_uuid: string
  readonly content: string
  readonly told_at: string
  readonly kind: string
  readonly importance: number
  readonly tags: readonly string[]
  readonly visibility: string
  readonly pinned: boolean
  readonly conversation_uuid?: string
  readonly speaker?: string
  readonly source_name?: string
  readonly valid_from?: string
  readonly valid_to?: string
  readonly superseded_by?: string
}

const heading = 'companion-memories'
const marker = '<!-- companion '

/** A memory as a line of JSON. */
export const jsonLineOf = (memory: Exported): string => `${JSON.stringify(memory)}\n`

/** What a Markdown export begins with; `now` is ISO 8601. */
export const markdownHead = (now: string): string =>
  `---\nformat: ${heading}\nversion: 1\nexported_at: ${now}\n---\n\n# Memories\n`

/** A memory as an item of a list, below a comment that keeps all that a person does not read. */
export function markdownItemOf({ content, ...others }: Exported): string {
  // What a text in lines cannot say; and two dashes would end the comment.
  const json = JSON.stringify(content.includes('\r') ? { ...others, content } : others).replaceAll(
    '--',
    String.raw`\u002d\u002d`,
  )
  const text = content.split('\n').join('\n  ')
  return `\n${marker}${json} -->\n- ${text}\n`
}

/** Whether a Markdown text is an export. */
export const isCompanionMarkdown = (text: string): boolean => frontMatterOf(text).fields['format'] === heading

/** Whether a value is a memory, or a list of memories or sentences. */
export const isCompanion = (value: unknown): boolean =>
  isObject(value)
    ? typeof value['content'] === 'string' || Array.isArray(value['memories'])
    : Array.isArray(value) && value.some((one) => typeof one === 'string' || isCompanion(one))

/** Reads an export, as JSON Lines, as Markdown or as the older list in JSON; also any list of memories or of sentences. */
export function readCompanion(text: string): FileContent {
  const into = openContent()
  for (const { place, value } of isCompanionMarkdown(text) ? markdownEntries(text) : jsonEntries(text))
    addEntry(into, place, value)
  if (into.content.memories.length === 0 && into.content.skipped.every(({ reason }) => reason !== 'empty'))
    throw new NotThisFormat()
  return into.content
}

function* jsonEntries(text: string): Generator<{ place: string; value: unknown }> {
  const whole = jsonOf(text)
  const held = isObject(whole) && Array.isArray(whole['memories']) ? whole['memories'] : whole
  if (!Array.isArray(held)) yield* jsonLines(text)
  else for (const [at, value] of held.entries()) yield { place: `memories[${at}]`, value }
}

function* markdownEntries(text: string): Generator<{ place: string; value: unknown }> {
  let item: { place: string; fields: unknown; lines: string[] } | null = null
  const value = ({ fields, lines }: { fields: unknown; lines: string[] }) => {
    const content = lines.map((line, at) => line.replace(at === 0 ? /^- / : /^ {2}/, '')).join('\n')
    return isObject(fields) ? { content, ...fields } : undefined
  }
  for (const [at, line] of text.split('\n').entries()) {
    if (line.startsWith(marker)) {
      if (item) yield { place: item.place, value: value(item) }
      const fields = jsonOf(line.slice(marker.length).replace(/-->\s*$/, ''))
      item = { place: `line ${at + 1}`, fields, lines: [] }
    } else if (item && (item.lines.length > 0 || line.trim() !== '')) item.lines.push(line)
  }
  if (item) yield { place: item.place, value: value(item) }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const kinds = ['fact', 'preference', 'event', 'note'] as const

/** Adds an entry; what of it is of another form than memories have is left out. */
function addEntry(into: Content, place: string, value: unknown): void {
  const given = typeof value === 'string' ? { content: value } : value
  if (!isObject(given) || typeof given['content'] !== 'string') into.skip(place, 'not_understood')
  else into.add(place, memoryOf(given, given['content']))
}

/** Tags as they are, in such numbers as a memory may have; a text is a list of them. */
function ownTags(given: unknown): string[] {
  if (!Array.isArray(given)) return tagsOf(given)
  const tags = given.filter(
    (tag): tag is string => typeof tag === 'string' && /\S/.test(tag) && tag.length <= 50,
  )
  return [...new Set(tags)].slice(0, 20)
}

/** The memory that an entry says, without what of it is of another form. */
export function memoryOf(given: Json, content: string): Partial<Imported> & { content: string } {
  const source = isObject(given['source']) ? given['source'] : {}
  const id = (name: string, value = given[name]) =>
    typeof value === 'string' && uuid.test(value) ? { [name]: value.toLowerCase() } : {}
  const kind = kinds.find((one) => one === given['kind'])
  const { importance, pinned, visibility } = given
  const conversation = given['conversation_uuid'] ?? source['conversation_uuid']
  const source_name = textOf(given['source_name'] ?? source['source_name'])
  const [valid_from, valid_to] = [given['valid_from'], given['valid_to']].map(timeOf)
  return {
    content,
    told_at: [given['told_at'], given['created_at']].map(timeOf).find((time) => time !== null) ?? null,
    tags: ownTags(given['tags']),
    speaker: textOf(given['speaker'] ?? source['speaker']) || null,
    ...(kind && { kind }),
    ...(typeof importance === 'number' && importance >= 0 && importance <= 1 && { importance }),
    ...(typeof pinned === 'boolean' && { pinned }),
    ...((visibility === 'private' || visibility === 'household') && { visibility }),
    ...(source_name !== '' && { source_name }),
    ...(valid_from && { valid_from }),
    ...(valid_to && { valid_to }),
    ...id('memory_uuid'),
    ...id('superseded_by'),
    ...id('conversation_uuid', conversation),
  }
}
