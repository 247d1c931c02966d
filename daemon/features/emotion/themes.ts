import { causeOf, type ThemeName, themePattern } from '../../language/en/emotion/themes.ts'
import { neutral, type EmotionVector } from './emotion-vector.ts'

/** Something that is said, and how it moves the companion. */
export interface Theme {
  /** As the history calls it. */
  readonly cause: string
  /** Found in the words of a clause, in lower case with single spaces between. */
  readonly pattern: RegExp
  readonly push: EmotionVector
}

/**
 * How the companion, who feels with the member, is moved by what is said; beside this it takes on a part of the pleasure
 * or displeasure of the words themselves.
 *
 * - What is said to the companion moves it as it would move anyone: thanks and praise please and strengthen it, an insult
 *   hurts and weakens it, an apology makes up for some of that.
 * - What moves the member moves it in sympathy: excitement and good news wake it, fear and anger alarm it without making
 *   it strong, sadness and loss make it still, tiredness and calm slow it down.
 * - Words of control strengthen it, words of helplessness weaken it.
 */
const pushes: Readonly<Record<ThemeName, Partial<EmotionVector>>> = {
  thanks: { valence: 0.3, dominance: 0.12 },
  praise: { valence: 0.25, arousal: 0.1, dominance: 0.2 },
  insult: { valence: -0.6, arousal: 0.2, dominance: -0.4 },
  apology: { valence: 0.15, dominance: 0.1 },
  loss: { valence: -0.75, arousal: -0.3, dominance: -0.3 },
  despair: { valence: -0.6, arousal: 0.2, dominance: -0.4 },
  'bad news': { valence: -0.5, arousal: -0.1, dominance: -0.2 },
  'good news': { valence: 0.25, arousal: 0.2, dominance: 0.1 },
  excitement: { valence: 0.05, arousal: 0.35, dominance: 0.05 },
  joy: { arousal: 0.15, dominance: 0.1 },
  anger: { valence: -0.2, arousal: 0.35, dominance: -0.05 },
  fear: { valence: -0.1, arousal: 0.3, dominance: -0.25 },
  sadness: { valence: -0.3, arousal: -0.2, dominance: -0.15 },
  tiredness: { arousal: -0.35, dominance: -0.05 },
  calm: { valence: 0.1, arousal: -0.3, dominance: 0.1 },
  strength: { valence: 0.05, dominance: 0.25 },
  helplessness: { valence: -0.1, dominance: -0.3 },
}

export const themes: readonly Theme[] = Object.entries(pushes).map(([key, push]) => {
  const name = key as ThemeName
  return { cause: causeOf(name), pattern: themePattern(name), push: { ...neutral, ...push } }
})
