import { isChatGpt, readChatGpt } from './chatgpt.ts'
import { isClaude, readClaude } from './claude.ts'
import { isCompanion, isCompanionMarkdown, readCompanion } from './companion.ts'
import { frontMatterOf, isCsv, readCsv, readMarkdown, readText } from './documents.ts'
import { type FileContent, type Imported, jsonOf, NotThisFormat } from './imported.ts'
import { isLetta, isMcpMemory, isMem0, readLetta, readMcpMemory, readMem0 } from './memory-services.ts'
import { isMessages, isOpenAi, readOpenAi } from './openai.ts'

export const formats = [
  'chatgpt',
  'claude',
  'mem0',
  'letta',
  'mcp_memory',
  'openai',
  'companion',
  'archive',
  'markdown',
  'csv',
  'text',
] as const
export type Format = (typeof formats)[number]
/** A format of memories alone: an archive holds more, and is read by itself. */
export type MemoryFormat = Exclude<Format, 'archive'>

/** The longest memory, in characters: what is longer is cut where paragraphs end. */
const maxLength = 8_000

const readers: Readonly<Record<MemoryFormat, (text: string) => FileContent>> = {
  chatgpt: (text) => readChatGpt(jsonOf(text)),
  claude: (text) => readClaude(jsonOf(text)),
  mem0: (text) => readMem0(jsonOf(text)),
  letta: (text) => readLetta(jsonOf(text)),
  mcp_memory: readMcpMemory,
  openai: readOpenAi,
  companion: readCompanion,
  markdown: readMarkdown,
  csv: readCsv,
  text: readText,
}

/** Whether a text is an archive, or the beginning of one: all begin alike, to the letter. */
export const isArchive = (text: string): boolean =>
  /^\uFEFF?\{"type":"archive","format":"companion-archive",/.test(text)

/** What of a list tells its format, or the value itself. */
const isAny = (is: (one: unknown) => boolean, value: unknown) =>
  Array.isArray(value) ? value.some(is) : is(value)

/** What a program has written and no person: archives, pictures, texts in another encoding. */
const isBinary = (text: string) => text.startsWith('PK\u0003\u0004') || /^\uFFFD|\0/.test(text)
/** What begins as JSON does that holds objects or lists. */
const beginsAsJson = /^(?:\[\s*)*(?:\{\s*["}]|\[\s*["\]])/
/** Deeper than any file that somebody tells something by, and than JSON can be read with little memory. */
const maxDepth = 200

/** Whether brackets stand deeper in one another than `maxDepth`. */
function isTooDeep(text: string): boolean {
  let [depth, quoted] = [0, false]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) quoted = false
    } else if (code === 0x22) quoted = true
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (code === 0x5d || code === 0x7d) depth -= 1
    // Each line of JSON Lines is one by itself, and what is in no line either.
    else if (code === 0x0a && depth < 0) depth = 0
  }
  return false
}

/** The format of a text, by what is in it, and where that leaves it open by the name of the file. */
function detect(text: string, name: string): MemoryFormat {
  const begins = text.trimStart()
  if (/^[[{]/.test(begins)) {
    const whole = jsonOf(text)
    const value = whole ?? jsonOf(begins.split('\n', 1)[0] ?? '')
    if (isAny(isChatGpt, value)) return 'chatgpt'
    if (isAny(isClaude, value)) return 'claude'
    if (isLetta(value)) return 'letta'
    if (isMem0(value)) return 'mem0'
    if (isMcpMemory(value)) return 'mcp_memory'
    if (isAny(isOpenAi, value) || isMessages(value)) return 'openai'
    if (isCompanion(value)) return 'companion'
    // What is JSON is no text, whatever it is; and what was cut off is neither.
    if (value !== undefined || beginsAsJson.test(begins)) throw new NotThisFormat()
  }
  if (isCompanionMarkdown(text)) return 'companion'
  if (/\.(?:md|markdown)$/i.test(name)) return 'markdown'
  if (/\.(?:csv|tsv)$/i.test(name) || isCsv(text)) return 'csv'
  const isMarkdown = frontMatterOf(text).length > 0 || /^#{1,6} \S/m.test(text) || /^```/m.test(text)
  return isMarkdown ? 'markdown' : 'text'
}

/**
 * Reads a file, in the format that is given or else the one that it seems to have. Throws `NotThisFormat` where it has
 * another one.
 */
export function readFile(
  given: string,
  format: MemoryFormat | null,
  name = '',
): FileContent & { format: Format } {
  const text = given.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (isBinary(text) || (/^\s*[[{]/.test(text) && isTooDeep(text))) throw new NotThisFormat()
  const chosen = format ?? detect(text, name)
  const { memories, skipped } = readers[chosen](text)
  return { format: chosen, memories: memories.flatMap(inParts), skipped }
}

function inParts(memory: Imported): Imported[] {
  if (memory.content.length <= maxLength) return [memory]
  // An id is of the whole; a part has none.
  const { memory_uuid: _, superseded_by: _by, ...rest } = memory
  return partsOf(memory.content).map((content) => ({ ...rest, content }))
}

/** A text in parts that are no longer than a memory may be: cut between paragraphs, else lines, sentences, words. */
export function partsOf(text: string): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > maxLength) {
    const head = rest.slice(0, maxLength)
    const ends = ['\n\n', '\n', '. ', ' '].map((end) => head.lastIndexOf(end) + (end === '. ' ? 1 : 0))
    const cut = ends.find((end) => end > maxLength / 4) ?? wholeCharacters(head)
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}

/** How much of a text that was cut off is whole: a character of two units stays together. */
const wholeCharacters = (text: string) => (/[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length)
