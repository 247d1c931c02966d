import * as german from './de/agency/wording.ts'
import * as english from './en/agency/wording.ts'
import { type LanguageCode, usualLanguage } from './codes.ts'

/** What is said of goals that come up, in each language. */
const wordings: Readonly<
  Record<
    LanguageCode,
    Pick<typeof english, 'reminder' | 'tickOffQuestion' | 'tickedOff' | 'onHold' | 'notedUntil'>
  >
> = { en: english, de: german }

/** What is said of goals that come up, in the language that a member speaks. */
export const agencyWording = (language: LanguageCode = usualLanguage) => wordings[language]
