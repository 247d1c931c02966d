import { compile } from '../templates.ts'
import type { WhoAsked } from '../who-asked.ts'
import { whole } from './facts/asking.ts'
import { relationOf } from './facts/facts.ts'
import words from './facts/words.json' with { type: 'json' }

const { who, slots } = words
const household = whole(who.household)
const self = whole(who.self)
const somebody = who.somebody.map((template) =>
  compile(`^[polite](?:${template})[?.! ]*$`, { ...slots, polite: words.asking.polite }),
)
const mine = compile('^(?:my|our) (?:[describing] )*(?<relation>[relation])$', slots)

/** Whom a question asks for, "Who is Anna?"; null for any other question. */
export function whoAsked(question: string): WhoAsked | null {
  const plain = question.trim()
  if (household.test(plain)) return { kind: 'household' }
  if (self.test(plain)) return { kind: 'self' }
  for (const pattern of somebody) {
    const name = pattern.exec(plain)?.groups?.['who']
    if (name === undefined) continue
    const relation = mine.exec(name)?.groups?.['relation']
    if (relation === undefined) return { kind: 'name', name }
    return { kind: 'relation', is: (one) => relationOf(one) === relationOf(relation) }
  }
  return null
}
