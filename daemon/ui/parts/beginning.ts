/** How much of a text stands for all of it in the name of a button, in characters. */
const length = 60

/** The beginning of a text, on one line: enough to tell it from others by. */
export function beginningOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const end = line.lastIndexOf(' ', length)
  return `${line.slice(0, end > length / 2 ? end : length)} …`
}
