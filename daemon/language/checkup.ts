import { type LanguageCode, usualLanguage } from './codes.ts'
import german from './de/checkup.json' with { type: 'json' }
import english from './en/checkup.json' with { type: 'json' }
import { fill } from './lines.ts'

export type CheckName = keyof typeof english.titles
/** What it can find. */
export type FoundName = keyof typeof english.found
/** What can be mended. */
export type FixedName = keyof typeof english.fixed

type Figures = Readonly<Record<string, string | number>>
/** A text, or one for each number of what is counted. */
type Text = string | { readonly one: string; readonly other: string }

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** An amount of bytes in words: 12 MB. */
function bytesText(bytes: number, language: LanguageCode): string {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value)
}

const spans = [
  ['year', 31_557_600],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A span of time in words, in the largest unit of which it has one at least: 3 hours. */
function spanText(seconds: number, language: LanguageCode): string {
  const [unit, length] = spans.find(([, one]) => seconds >= one) ?? (['second', 1] as const)
  const count = Math.max(0, Math.floor(seconds / length))
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** A figure in words, by its name, whose end is its unit. */
function figureText(name: string, value: string | number, language: LanguageCode): string {
  if (typeof value === 'string' && name.endsWith('_at'))
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(value),
    )
  if (typeof value === 'string') return value
  if (name.endsWith('_bytes')) return bytesText(value, language)
  if (name.endsWith('_seconds')) return spanText(value, language)
  return new Intl.NumberFormat(language).format(value)
}

function wordingOf(texts: typeof english, language: LanguageCode) {
  const plurals = new Intl.PluralRules(language)
  const inWords = (text: Text, figures: Figures) => {
    const { count } = figures
    const isOne = typeof count === 'number' && plurals.select(count) === 'one'
    const chosen = typeof text === 'string' ? text : text[isOne ? 'one' : 'other']
    const values = Object.entries(figures).map(([name, value]) => [
      name.replaceAll('_', ' '),
      figureText(name, value, language),
    ])
    return fill(chosen, Object.fromEntries(values) as Record<string, string>)
  }
  return {
    title: (check: CheckName) => texts.titles[check],
    found: (name: FoundName, figures: Figures) => inWords(texts.found[name], figures),
    fixed: (name: FixedName, figures: Figures) => inWords(texts.fixed[name], figures),
  }
}

const wordings: Readonly<Record<LanguageCode, ReturnType<typeof wordingOf>>> = {
  en: wordingOf(english, 'en'),
  de: wordingOf(german, 'de'),
}

/** What is said of a check-up, in a language. */
export const checkupWording = (language: LanguageCode = usualLanguage) => wordings[language]
