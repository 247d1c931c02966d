/** How much of a text is shown around what was found in it, in characters. */
const before = 50
const after = 130

/** What could mean something in Markdown, or be a link. */
const meaning = /[*_`~#<>[\]|\\&]|^\s*(?:[-+=]|\d+[.)])|https?:|www\.|\S@\S|^ {4}|\n\n/m

/** Whether a text is shown as it stands, so that nothing has to be read as Markdown. */
export const isPlain = (text: string): boolean => !meaning.test(text)

/** As much of a node of a document as is needed here. */
export interface TextNode {
  readonly type: string
  readonly value?: string
  readonly children?: readonly TextNode[]
}

/** All text below a node. */
export function textOf({ value = '', children = [] }: TextNode): string {
  return value + children.map(textOf).join('')
}

/** The part of a text around the first place where a word was found, on one line. */
export function excerpt(text: string, word: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const at = Math.max(0, line.toLowerCase().indexOf(word.trim().toLowerCase()))
  const start = at <= before ? 0 : line.indexOf(' ', at - before) + 1
  const end = line.length - at <= after ? line.length : line.lastIndexOf(' ', at + after)
  const part = line.slice(start, end > at ? end : at + after)
  return `${start > 0 ? '… ' : ''}${part}${start + part.length < line.length ? ' …' : ''}`
}

/**
 * By whom a reply was written: the model, and its host where it is not of this machine; null where the companion wrote it
 * itself.
 */
export function writerOf(engine: string | null): string | null {
  if (engine === null || engine === 'builtin') return null
  if (engine.startsWith('local:')) return engine.slice('local:'.length)
  const [, host, model] = /^((?:\[[^\]]*\]|[^:]+)(?::\d+(?=:))?):(.+)$/.exec(engine) ?? []
  return host === undefined || model === undefined ? engine : `${host} · ${model}`
}
