import { type LanguageCode, languageFrom } from './codes.ts'
import german from './de/second-factors.json' with { type: 'json' }
import english from './en/second-factors.json' with { type: 'json' }
import { fill } from './lines.ts'

interface Notice {
  readonly title: string
  readonly prompt: string
}

/** What a member is told of their second factors, by the texts of a language. */
function wordingOf(texts: typeof english) {
  return {
    /** Asks whether it is the member who signs in, from where and with what. */
    approval: ({
      address,
      client,
    }: {
      readonly address: string
      readonly client: string | null
    }): Notice => ({
      title: texts.approval.title,
      prompt: fill(client === null ? texts.approval.prompt : texts.approval['with program'], {
        address,
        program: client ?? '',
      }),
    }),

    /** Says that a second factor was set up or removed, or that there are new backup codes. */
    changed: (what: keyof typeof texts.changed): Notice => texts.changed[what],
  }
}

const wordings: Readonly<Record<LanguageCode, ReturnType<typeof wordingOf>>> = {
  en: wordingOf(english),
  de: wordingOf(german),
}

/** Something that a member is told of. */
export type FactorChange = Parameters<ReturnType<typeof wordingOf>['changed']>[0]

/** What is said in a language, by its code as it is kept with a member. */
export const noticesIn = (stored: unknown) => wordings[languageFrom(stored)]
