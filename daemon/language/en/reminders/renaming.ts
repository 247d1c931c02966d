import { compile } from '../../templates.ts'
import words from './words.json' with { type: 'json' }

/** Other words for what a reminder is of: `old` is what they replace, null for all that was spoken of last. */
export interface Renaming {
  readonly old: string | null
  readonly fresh: string
  /** Whether it may be any reminder that has the old words, not only the one that was spoken of last. */
  readonly named: boolean
}

const named = words['renames by name'].map((template) => compile(template, words.slots))
const ofName = compile(words['renames a name'], words.slots, 'u')
const last = words['renames the last'].map((template) => compile(template, words.slots))
const article = /^(?:the|my|our|a|an|that|it's|its)\s+/i
const itself = compile(`^(?:${words.slots.it}|(?:the|my) (?:${words.slots.noun}|title|name))$`, words.slots)

const anyChange = compile(words['any change'], words.slots)
const change = compile(words['says to change'], words.slots)

/** A sentence without what only says that a reminder is to be changed: "It's a tablet now, change the reminder". */
export const withoutChange = (text: string): string => text.replace(change, '')

/** Whether a sentence says that a reminder is to be changed, and not how. */
export const isChangeAlone = (text: string): boolean =>
  change.test(text) && /^[\s\p{P}]*$/u.test(withoutChange(text).replace(/^(?:please|can you|so)/iu, ''))

/** How a sentence may rename a reminder, what says the old words first. */
export function renamingsIn(sentence: string): Renaming[] {
  const text = withoutChange(sentence)
  const renamings: Renaming[] = []
  for (const [byName, patterns] of [
    [true, [...named, ofName]],
    [false, last],
  ] as const)
    for (const pattern of patterns) {
      const { old = '', fresh = '' } = pattern.exec(text)?.groups ?? {}
      const words = fresh.trim().replace(/[\s.,!?]+$/, '')
      if (words === '') continue
      const was = old.trim().replace(article, '')
      const whole = was === '' || itself.test(old.trim())
      renamings.push({
        old: whole ? null : was,
        fresh: words.replace(/^(?:to|that|it's|its|say)\s+/i, ''),
        named: byName && !whole,
      })
    }
  const { old, fresh } = (text === sentence ? null : anyChange.exec(text)?.groups) ?? {}
  if (old !== undefined && fresh !== undefined) renamings.push({ old, fresh, named: false })
  return renamings.toSorted((a, b) => Number(a.old === null) - Number(b.old === null))
}

/** A title with the new words in the place of the old ones; null where it has none of them. */
export function retitled(title: string, { old, fresh }: Renaming): string | null {
  if (old === null) {
    const [verb = '', ...rest] = title.split(' ')
    const words = fresh.split(' ')
    if (words[0]?.toLowerCase() === verb.toLowerCase()) return fresh
    const same = replaced(title, words.at(-1) ?? '', fresh)
    return same ?? (rest.length === 1 && words.length === 1 ? `${verb} ${fresh}` : fresh)
  }
  const bare = fresh.replace(article, '')
  return replaced(title, old, bare)
}

function replaced(title: string, old: string, fresh: string): string | null {
  const place = new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(old)}(?![\p{L}\p{N}])`, 'iu')
  return place.test(title) ? title.replace(place, () => fresh) : null
}
