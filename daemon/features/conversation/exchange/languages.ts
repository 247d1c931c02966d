import type { LanguageCode } from '../../../language/codes.ts'
import type { Language, Wording } from '../../../language/language.ts'
import type { RetrievedMemory } from '../../../language/turn.ts'

/** Loads what a thread reads and speaks a language with. */
const reading: Readonly<Record<LanguageCode, () => Promise<Language<RetrievedMemory>>>> = {
  en: async () => (await import('../understanding/english.ts')).english,
  de: async () => (await import('../../../language/de/german.ts')).german,
}

/** Loads what the daemon itself says and looks up in a language, once it is needed and no other with it. */
const wording: Readonly<Record<LanguageCode, () => Promise<Wording>>> = {
  en: async () => (await import('../../../language/en/wording.ts')).wording,
  de: async () => (await import('../../../language/de/wording.ts')).wording,
}

export const languageNamed = (code: LanguageCode): Promise<Language<RetrievedMemory>> => reading[code]()
export const wordingIn = (code: LanguageCode): Promise<Wording> => wording[code]()
