import i18next, { type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { en } from './en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    keySeparator: false
    resources: typeof en
  }
}

/** The languages of the pages, in their own words. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const place = 'companion.language'

/** The language chosen on this machine, else the browser's where there is a catalogue of it, else English. */
function wanted(): Language {
  const choices = [localStorage.getItem(place), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return choices.find((choice): choice is Language => choice !== null && choice in languages) ?? 'en'
}

/** The language as it is written where the browser is at home: `en-GB`. */
const tagOf = (language: Language): string =>
  navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language

/** The texts of a page come with the first part of it that says any of them. */
const backend = {
  type: 'backend',
  callbackApi: false,
  init: () => {},
  read: async (language: string, page: string) => {
    const file: Readonly<Record<string, ResourceKey>> =
      page === 'emotions'
        ? await import(`../../client/texts/${language}/emotions.ts`)
        : await import(`./${language}/${page}.ts`)
    return file[page] ?? {}
  },
} as const

/** Gets the texts ready. */
export async function prepareLanguage(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  await i18next
    .use(initReactI18next)
    .use(backend)
    .init({
      lng: tagOf(wanted()),
      // `en-GB` says how numbers and dates are written; the texts are those of `en`.
      load: 'languageOnly',
      // Every language has every text.
      fallbackLng: false,
      ns: ['common', 'emotions'],
      defaultNS: 'common',
      keySeparator: false,
      interpolation: { escapeValue: false },
    })
}

/** Shows the pages in another language, on this machine from now on. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(place, language)
  await i18next.changeLanguage(tagOf(language))
}
