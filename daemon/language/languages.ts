import type { LanguageCode } from './codes.ts'
import type { Language, Wording } from './language.ts'
import type { RetrievedMemory } from './turn.ts'

/** Loads what a thread reads and speaks a language with. */
const reading: Readonly<Record<LanguageCode, () => Promise<Language<RetrievedMemory>>>> = {
  en: async () => (await import('./en/english.ts')).english,
  de: async () => (await import('./de/german.ts')).german,
}

/** Loads what the daemon itself says and looks up in a language, once it is needed and no other with it. */
const wording: Readonly<Record<LanguageCode, () => Promise<Wording>>> = {
  en: async () => (await import('./en/wording.ts')).wording,
  de: async () => (await import('./de/wording.ts')).wording,
}

export const languageNamed = (code: LanguageCode): Promise<Language<RetrievedMemory>> => reading[code]()
export const wordingIn = (code: LanguageCode): Promise<Wording> => wording[code]()
