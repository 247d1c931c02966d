import type { InputOf, OperationName, OutputOf } from '../../client/types.ts'

/** What is read again after the companion has become another one. */
export const personalityQueries: readonly OperationName[] = [
  'personality.current',
  'personality.snapshots',
  'conversation.preview',
  'emotion.current',
  'emotion.history',
  'emotion.why',
]

export type Traits = OutputOf<'personality.current'>['traits']
export type Expression = OutputOf<'conversation.preview'>['expression']

/** What a companion is by nature, and what it is called. */
export interface Nature {
  readonly traits: Traits
  readonly name: string
}

export const traitNames = [
  'openness',
  'conscientiousness',
  'extraversion',
  'agreeableness',
  'neuroticism',
] as const satisfies readonly (keyof Traits)[]

export const natureOf = ({
  traits,
  companion_name,
}: {
  readonly traits: Traits
  readonly companion_name: string
}): Nature => ({
  traits,
  name: companion_name,
})

/** What turns one nature into another; null where they are the same. A name of nothing is no name. */
export function adjustmentOf(before: Nature, after: Nature): InputOf<'personality.adjust'> | null {
  const changed = traitNames.filter((name) => before.traits[name] !== after.traits[name])
  const name = after.name.trim()
  const renamed = name !== '' && name !== before.name
  if (changed.length === 0 && !renamed) return null
  return {
    ...(changed.length > 0
      ? { traits: Object.fromEntries(changed.map((trait) => [trait, after.traits[trait]])) }
      : {}),
    ...(renamed ? { companion_name: name } : {}),
  }
}
