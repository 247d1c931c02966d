import { expand } from '../../templates.ts'
import words from './themes.json' with { type: 'json' }

/** Something that people say and that is felt. */
export type ThemeName = keyof typeof words.themes

/** As the history of a feeling calls a theme. */
export const causeOf = (name: ThemeName): string => words.themes[name].cause

/** What a theme is found by in the words of a clause: in lower case, with single spaces and straight apostrophes. */
export function themePattern(name: ThemeName): RegExp {
  const source = expand(words.themes[name].said.join('|'), words.slots)
  return new RegExp(String.raw`(?<![\p{L}'-])(?:${source})(?![\p{L}'-])`, 'gu')
}
