/** The text without what could steer the terminal: it may come from anyone. Line breaks stay. */
export function harmless(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, ' ')
}

/** The same on one line. */
export function oneLine(text: string): string {
  return harmless(text).replaceAll(/\s*\n\s*/g, ' ')
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u
const segments = new Intl.Segmenter()

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007F]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of segments.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** The text with its words in lines of at most `width` columns; a longer word stays whole. */
export function wrapped(text: string, width: number): string {
  if (width < 20 || !Number.isFinite(width)) return text
  return text.split('\n').map(wrapLine).join('\n')

  function wrapLine(line: string): string {
    if (widthOf(line) <= width) return line
    const lines = ['']
    for (const word of line.split(' ')) {
      const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`
      if (widthOf(longer) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines.filter((part, index) => index > 0 || part !== '').join('\n')
  }
}

/** The text in at most `width` columns, the end of a longer one left out. */
export function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let prefix = ''
  let left = width - 1
  for (const { segment } of segments.segment(text)) {
    left -= widthOf(segment)
    if (left < 0) break
    prefix += segment
  }
  return `${prefix}…`
}
