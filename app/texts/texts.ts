import { de } from './de.ts'
import { en, type Texts } from './en.ts'

const languages: Readonly<Record<string, Texts>> = { en, de }

/** What the app says, and the language in which it does, as dates are written there. */
export interface Speech {
  readonly texts: Texts
  /** `de-AT` */
  readonly locale: string
}

/** Speaks the first language of the desktop that it knows, else English. */
export function speechOf(preferred: readonly string[]): Speech {
  for (const locale of preferred) {
    const texts = languages[locale.slice(0, 2)]
    if (texts) return { texts, locale }
  }
  return { texts: en, locale: 'en' }
}
