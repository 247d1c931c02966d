import { compile } from '../../templates.ts'
import { relationOf } from './facts.ts'
import words from './words.json' with { type: 'json' }

const { asking, slots } = words
/** A question from its beginning on, whatever polite words stand before it. */
export const whole = (templates: readonly string[]) =>
  compile(
    `^[polite](?:${templates.map((one) => `(?:${one})`).join('|')})`,
    { ...slots, polite: asking.polite },
    'iu',
  )
/** A question from its beginning to its end. */
export function wholeQuestion(template: string): RegExp {
  return compile(`^[polite](?:${template})[?.! ]*$`, { ...slots, polite: asking.polite })
}
const end = new RegExp(asking.end, 'iu')
const about = asking.about.map((template) => whole([template]))
const self = new RegExp(asking.self, 'iu')
const age = asking.age.map(wholeQuestion)

/** Whom or what somebody wants to hear everything about; null for any other sentence. */
export function aboutIn(text: string): string | null {
  for (const pattern of about) {
    const subject = pattern.exec(text)?.groups?.['about']?.replace(end, '').trim()
    if (subject && !self.test(subject)) return subject
  }
  return null
}

const mine = compile('(?:my|our|me) (?:[describing] )*(?<relation>[relation])', slots, 'giu')
const name = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\u0027\u2019-]*/gu

/** Those of whom a text speaks: relations, "my sister" as "sister", and whatever is written as a name is. */
export function spokenOf(text: string): {
  readonly relations: readonly string[]
  readonly names: readonly string[]
} {
  const [relations, names]: [string[], string[]] = [[], []]
  for (const { groups } of text.matchAll(mine)) relations.push(relationOf(groups?.['relation'] ?? ''))
  for (const [match] of text.matchAll(name)) names.push(match.replace(/['’]s$/u, '').toLowerCase())
  return { relations, names }
}

/** A question in which somebody is called by their name instead of by what they are, and the other way round; null where nothing changes. */
export function renamed(
  question: string,
  { name: called, relation }: { name: string; relation: string },
): string | null {
  const byName = question.replaceAll(mine, (phrase, ...rest) => {
    const groups = rest.at(-1) as Readonly<Record<string, string>>
    return relationOf(groups['relation'] ?? '') === relation ? called : phrase
  })
  if (byName !== question) return byName
  const escaped = RegExp.escape(called)
  const byRelation = question.replace(
    new RegExp(`(?<![\\p{L}])${escaped}(?![\\p{L}])`, 'giu'),
    `my ${relation}`,
  )
  return byRelation === question ? null : byRelation
}

/** Whose age is asked for, "I" or "my sister"; null for any other question. */
export function ageAsked(question: string): string | null {
  for (const pattern of age) {
    const who = pattern.exec(question)?.groups?.['who']
    if (who !== undefined) return who
  }
  return null
}

export const isSelf = (who: string): boolean => /^(?:i|me|my)$/iu.test(who.trim())
