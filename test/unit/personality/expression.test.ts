import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { expressionOf, type Mood } from '../../../daemon/features/personality/expression.ts'
import { defaultTraits } from '../../../daemon/features/personality/defaults.ts'
import { type Traits, traitNames } from '../../../daemon/features/personality/tables.ts'

const middling: Traits = {
  openness: 0.5,
  conscientiousness: 0.5,
  extraversion: 0.5,
  agreeableness: 0.5,
  neuroticism: 0.5,
}
const calm: Mood = { valence: 0, arousal: 0, dominance: 0 }
const manners = ['warmth', 'humor', 'formality', 'energy', 'verbosity'] as const
type Source = (typeof traitNames)[number] | keyof Mood

/** How each manner moves with one trait, or one axis of the mood, from its middle to its end. */
function directions(source: Source): Partial<Record<string, '+' | '-'>> {
  const isTrait = (traitNames as readonly string[]).includes(source)
  const more = isTrait
    ? expressionOf({ ...middling, [source]: 1 }, calm)
    : expressionOf(middling, { ...calm, [source]: 1 })
  const moved = manners.flatMap((manner) => {
    const by = more[manner] - 0.5
    return Math.abs(by) < 1e-12 ? [] : [[manner, by > 0 ? '+' : '-'] as const]
  })
  return Object.fromEntries(moved)
}

describe('The expression of a companion', () => {
  it('is average for neutral traits and mood', () => {
    const { tone, ...rest } = expressionOf(middling, calm)
    assert.deepEqual(rest, { warmth: 0.5, humor: 0.5, formality: 0.5, energy: 0.5, verbosity: 0.5 })
    assert.equal(tone, 'matter-of-fact')
  })

  const expected: Readonly<Record<Source, object>> = {
    openness: { humor: '+', formality: '-', verbosity: '+' },
    conscientiousness: { humor: '-', formality: '+', verbosity: '+' },
    extraversion: { warmth: '+', humor: '+', formality: '-', energy: '+', verbosity: '+' },
    agreeableness: { warmth: '+' },
    neuroticism: { warmth: '-' },
    valence: { warmth: '+', humor: '+', energy: '+', verbosity: '+' },
    arousal: { humor: '+', formality: '-', energy: '+', verbosity: '+' },
    dominance: { formality: '+' },
  }
  for (const [source, moved] of Object.entries(expected)) {
    it(`with more ${source}: ${Object.entries(moved).flat().join(' ')}`, () => {
      assert.deepEqual(directions(source as Source), moved)
    })
  }

  const trait = fc.double({ min: 0, max: 1, noNaN: true })
  const axis = fc.double({ min: -1, max: 1, noNaN: true })
  const anyTraits = fc.record({
    openness: trait,
    conscientiousness: trait,
    extraversion: trait,
    agreeableness: trait,
    neuroticism: trait,
  })
  const anyMood = fc.record({ valence: axis, arousal: axis, dominance: axis })

  it('stays between 0 and 1 for any traits and mood', () => {
    fc.assert(
      fc.property(anyTraits, anyMood, (traits, mood) => {
        const expression = expressionOf(traits, mood)
        for (const manner of manners) assert.ok(expression[manner] >= 0 && expression[manner] <= 1)
        assert.ok(expression.tone.length > 0)
      }),
    )
  })

  it('depends on each monotonically, whatever the others are', () => {
    const sources = Object.entries(expected) as [Source, Partial<Record<string, string>>][]
    fc.assert(
      fc.property(anyTraits, anyMood, axis, (traits, mood, other) => {
        for (const [source, moved] of sources) {
          const isMood = source in calm
          const [low, high] = isMood
            ? [mood[source as keyof Mood], other].toSorted((a, b) => a - b)
            : [traits[source as keyof Traits], (other + 1) / 2].toSorted((a, b) => a - b)
          const at = (value = 0) =>
            isMood
              ? expressionOf(traits, { ...mood, [source]: value })
              : expressionOf({ ...traits, [source]: value }, mood)
          const [less, more] = [at(low), at(high)]
          for (const manner of manners) {
            const by = more[manner] - less[manner]
            if (moved[manner] === '+') assert.ok(by >= 0, `${manner} by ${source}`)
            else if (moved[manner] === '-') assert.ok(by <= 0, `${manner} by ${source}`)
            else assert.equal(by, 0, `${manner} by ${source}`)
          }
        }
      }),
    )
  })
})

describe('The tone', () => {
  const cold: Traits = { ...middling, agreeableness: 0, extraversion: 0.3 }
  const lively: Traits = { ...middling, openness: 0.9, extraversion: 0.9, agreeableness: 0.7 }
  for (const [tone, traits, mood] of [
    ['cheerful', defaultTraits, { valence: 0.4, arousal: 0, dominance: 0.1 }],
    ['gentle', defaultTraits, { valence: -0.6, arousal: -0.3, dominance: -0.3 }],
    ['gentle', defaultTraits, { valence: 0.1, arousal: 0.4, dominance: -0.3 }],
    ['playful', lively, { valence: 0.7, arousal: 0.3, dominance: 0.2 }],
    ['subdued', cold, { valence: -0.6, arousal: -0.3, dominance: -0.3 }],
    ['brisk', { ...cold, extraversion: 0.8 }, { valence: 0, arousal: 0.5, dominance: 0.3 }],
    ['matter-of-fact', cold, calm],
    ['gentle', { ...middling, agreeableness: 0.8 }, { valence: 0.05, arousal: -0.2, dominance: 0 }],
    ['subdued', { ...cold, extraversion: 0 }, { valence: 0, arousal: -0.6, dominance: 0 }],
  ] as const) {
    it(`is ${tone} with a valence of ${mood.valence} and an extraversion of ${traits.extraversion}`, () => {
      assert.equal(expressionOf(traits, mood).tone, tone)
    })
  }
})
