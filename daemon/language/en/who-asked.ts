import { compile } from '../templates.ts'
import { whoReader } from '../who-asked.ts'
import { whole, wholeQuestion } from './facts/asking.ts'
import { relationOf } from './facts/facts.ts'
import words from './facts/words.json' with { type: 'json' }

const { who, slots } = words
const household = whole(who.household)
const self = whole(who.self)
const somebody = who.somebody.map(wholeQuestion)
const mine = compile('^(?:my|our) (?:[describing] )*(?<relation>[relation])$', slots)

/** Whom a question asks for, "Who is Anna?"; null for any other question. */
export const whoAsked = whoReader({ household, self, somebody, mine, relationOf })
