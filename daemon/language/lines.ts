import type { ReplyTexts } from './intents.ts'

/** How a companion sounds. */
export type Voice = keyof ReplyTexts

/** Whether a reply has a line in it, whatever was filled in. */
const says = (text: string, line: string) => line.split(/\{[a-z ]+\}/i).every((part) => text.includes(part))

/** One of the lines for a voice: one that no reply has said, or the one that was said longest ago; the newest reply comes last. */
export function lineOf(of: ReplyTexts, voice: Voice, replies: readonly string[]): string {
  const last = (line: string) => replies.findLastIndex((text) => says(text, line))
  const [first = '', ...others] = of[voice] ?? of.plain
  return others.reduce((oldest, line) => (last(line) < last(oldest) ? line : oldest), first)
}

/** Whether every line for a voice was said. */
export const isSpent = (of: ReplyTexts, voice: Voice, replies: readonly string[]): boolean =>
  (of[voice] ?? of.plain).every((line) => replies.some((text) => says(text, line)))

/** A text with what stands in braces filled in; what is not known is left as it is. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([a-z ]+)\}/gi, (whole, name: string) => values[name] ?? whole)

/** Where and when something is said, in milliseconds since the epoch. */
export interface SaidAt {
  readonly now: number
  readonly time_zone: string
}

/** Something that was said or noted, with who did, null for the member, and when, in milliseconds since the epoch. */
export interface Quoted {
  readonly content: string
  readonly who: string | null
  readonly at: number
  readonly noted: boolean
}

/** How a language puts a quote, by where it stands: `{day}`, `{who}` and `{quote}` are filled in. */
type QuoteTexts = Readonly<
  Record<'own' | 'noted' | 'other' | 'same day' | `${'earlier' | 'later'}${'' | ' by'}`, string>
>

/**
 * Quotes word for word, with who said them and when; the second one is told by its time beside the first. `dayOf` says a day as it
 * stands in a sentence, `dated` a quote with the days that it names.
 */
export function quotedIn(
  quotes: QuoteTexts,
  dayOf: (at: number) => string,
  dated: (content: string, told_at: number) => string,
  all: readonly Quoted[],
): string {
  return all
    .map(({ content, who, at, noted }, place) => {
      const day = dayOf(at)
      const before = all[place - 1]
      const values = { day, who: who ?? '', quote: dated(content, at) }
      if (!before)
        return upperFirst(fill(who !== null ? quotes.other : noted ? quotes.noted : quotes.own, values))
      const by = who === before.who ? '' : ' by'
      if (by === '' && dayOf(before.at) === day) return fill(quotes['same day'], values)
      const side = at < before.at ? 'earlier' : 'later'
      return fill(by === '' || who === null ? quotes[side] : quotes[`${side} by`], values)
    })
    .join(' ')
}

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** No question lists more, in lines and in characters. */
const [maxLines, maxLength] = [20, 1_500]

/** Some texts as a list; of many only the first, and a sign that there are more. */
export function listOf(contents: readonly string[]): string {
  const lines = contents.slice(0, maxLines).map((content) => `- ${content}`)
  const list = lines.join('\n')
  if (list.length > maxLength) return `${list.slice(0, maxLength)}…`
  return contents.length > maxLines ? `${list}\n- …` : list
}
