import { compileAny } from '../templates.ts'
import words from './reminders.json' with { type: 'json' }

const pattern = (templates: readonly string[], flags?: string) => compileAny(templates, words.slots, flags)

/** How people speak of reminders. */
export const speaking = {
  asks: pattern(words.asks),
  never: pattern(words.never),
  lists: pattern(words.lists),
  moves: pattern(words.moves),
  ends: pattern(words.ends),
  does: pattern(words.does),
  all: pattern(words.all),
}
const asksAll = pattern(words.asks, 'giu')
const left = pattern(words.left, 'giu')
const reason = new RegExp(words.reason, 'iu')
const edge = new RegExp(words.edge, 'giu')

const trimmed = (text: string): string => {
  let rest = text.replaceAll(/\s+/g, ' ').trim()
  for (;;) {
    const shorter = rest.replaceAll(edge, '').trim()
    if (shorter === rest) return rest
    rest = shorter
  }
}
const tells = (text: string) => /[\p{L}\p{N}]{2}/u.test(text.replaceAll(left, ''))

/** What a text asks to be reminded of: what is left of it without the asking, the words of its time and, unless `whole`, the reason. */
export function titleOf(text: string, times: readonly string[], whole = false): string {
  const timeless = times.reduce((rest, time) => rest.replace(time, ' '), text)
  const found = speaking.asks.exec(timeless)
  const after = found ? timeless.slice(found.index + found[0].length) : timeless
  const before = found ? timeless.slice(0, found.index) : ''
  for (const part of [whole ? after : after.replace(reason, ''), before]) {
    const title = trimmed(part.replaceAll(asksAll, ' '))
    if (tells(title)) return title
  }
  return ''
}
