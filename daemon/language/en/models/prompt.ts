import { fill } from '../../lines.ts'
import type { Proposable } from '../../language.ts'
import { claimable } from './stated.ts'
import texts from './prompt.json' with { type: 'json' }

/** How marked something is. */
export type Degree = 'strong' | 'between' | 'weak'

/** Of what a model is told that the companion is like by nature; in between there is nothing to say of it. */
type Trait = keyof typeof texts.traits
/** Of what a model is told how to put things. */
type MannerName = keyof typeof texts.manners

/** Who the companion is and with whom it talks, whose relationship may be empty. */
export function whoText(name: string, member: string, relationship: string): string {
  const who = relationship === '' ? member : fill(texts.related, { member, relationship })
  return fill(texts.who, { name, member: who })
}

/** What the companion is like by nature; nothing where no trait is marked. */
export function characterText(degreeOf: (trait: Trait) => Degree): string {
  const words = Object.entries(texts.traits).flatMap(([trait, { strong, weak }]) => {
    const degree = degreeOf(trait as Trait)
    if (degree === 'strong') return [strong]
    return degree === 'weak' ? [weak] : []
  })
  return words.length > 0 ? fill(texts.character, { words: words.join(', ') }) : ''
}

/** The tone of the companion, and how it puts things. */
export function toneText(tone: string, degreeOf: (manner: MannerName) => Degree): string {
  const manners = Object.entries(texts.manners)
    .map(([name, sentences]) => sentences[degreeOf(name as MannerName)])
    .filter(Boolean)
    .join(' ')
  return fill(texts.tone, { tone, manners })
}

/** What the companion keeps to, whatever is said. */
export const rulesText = (member: string): string => fill(texts.rules.join('\n'), { member })

/** How moments are written for a model. */
export const locale = 'en-GB'

/** The time where the member is and how the companion feels, on two lines. */
export function situationText(moment: string, degree: Degree, emotion: string): string {
  const { now, mood, degrees } = texts.situation
  return `${fill(now, { moment })}\n${fill(mood, { degree: degrees[degree], emotion })}`
}

/** What was done because of a message, in a line for a model. */
export const actionText = (
  name: keyof typeof texts.actions,
  values: Readonly<Record<string, string>> = {},
): string => fill(texts.actions[name], values)

/** When a reminder comes, as it follows on what tells of it: nothing where no day is given and nothing repeats. */
export const timesText = (day: string | null, repeats: boolean): string =>
  `${day === null ? '' : fill(texts.times.due, { day })}${repeats ? texts.times.repeating : ''}`

/** What a model is asked that reads a message for what is worth keeping, and for what it states. */
export const extractionText: string = fill(texts.extraction.join('\n'), { attributes: claimable.join(', ') })

/** What a model is asked that finds out what a message wants done. */
export const proposalText = (acts: readonly Proposable[]): string =>
  fill(texts.proposal.join('\n'), { acts: acts.join(', ') })

/** A plain command for what a model has found a message to want: of what, and when, which may be empty. */
export function commandOf(act: 'remind' | 'forget', what: string, when: string): string {
  if (act === 'forget') return fill(texts.commands.forget, { what })
  const isThing = /^(?:the|a|an|my|our|his|her|their|\p{Lu})/u.test(what)
  return fill(texts.commands[isThing ? 'remind of' : 'remind'], { what, when }).replaceAll(/\s+/g, ' ')
}
