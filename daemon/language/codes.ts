/** The languages that are understood, by their codes of ISO 639. */
export type LanguageCode = 'en' | 'de'

/** Spoken with whoever has said nothing so far that is understood. */
export const usualLanguage: LanguageCode = 'en'
export const languageCodes: readonly LanguageCode[] = [usualLanguage, 'de']

/** A code that was stored, where it is one of a language that is understood; the usual one else. */
export function languageFrom(stored: unknown): LanguageCode {
  for (const code of languageCodes) if (code === stored) return code
  return usualLanguage
}
