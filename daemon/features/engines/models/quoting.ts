/** Characters that nobody sees, by which a text could say something else than what is read. */
const unseen = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu
/** The marks of chat templates, and of the blocks of the prompt itself. */
const angled =
  /<(?=[|｜]|<SYS|\/?\s*(?:s|bos|eos|unk|pad|think|im_start|im_end|start_of_turn|end_of_turn|situation|memories|memory|goals|goal|people|person|known|fact|done|message)\b)/gi
const squared = /\[(?=\/?[A-Z][A-Z_]{2,}\])/g

/** A text as somebody said it, without anything that a model could take for the end of it. */
export function withoutMarks(text: string): string {
  return text.toWellFormed().replaceAll(unseen, '').replaceAll(angled, '< ').replaceAll(squared, '[ ')
}

/** A text in one line, cut to `maxLength` characters. */
export function oneLine(text: string, maxLength: number): string {
  const line = withoutMarks(text).replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : line
}

/** A text as data between tags: one line in which nothing opens or closes a tag. */
export function quoted(text: string, maxLength: number): string {
  return oneLine(text, maxLength)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
