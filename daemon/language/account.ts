import { type LanguageCode, usualLanguage } from './codes.ts'
import german from './de/account.json' with { type: 'json' }
import english from './en/account.json' with { type: 'json' }
import { fill } from './lines.ts'

/** What happened to the sign-in of a member; times in milliseconds since the epoch. */
export type AccountNews =
  | {
      readonly kind: 'password set'
      readonly by: 'backup code' | 'sign-in link' | 'device' | 'this machine'
      /** Whose link it was, or the name of the device; null for a program. */
      readonly who: string | null
      readonly factorsOff: boolean
    }
  | { readonly kind: 'code used' }
  | {
      readonly kind: 'link made'
      readonly who: string | null
      readonly until: number
      readonly withoutSecondFactor: boolean
    }
  | { readonly kind: 'device waits'; readonly who: string; readonly until: number }

interface Notice {
  readonly title: string
  readonly prompt: string
}

/** A day and a time as they are read weeks later: no "today" in them. */
const momentIn = (locale: string, time_zone: string, at: number): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: time_zone }).format(at)

function wordingOf(texts: typeof english, locale: string) {
  /** What is told of it, by who is told where, and when it happened. */
  return (news: AccountNews, when: { readonly now: number; readonly time_zone: string }): Notice => {
    const moment = (at: number) => momentIn(locale, when.time_zone, at)
    const values = {
      when: moment(when.now),
      who: ('who' in news ? news.who : null) ?? texts.program,
      until: 'until' in news ? moment(news.until) : '',
    }
    const { title } = texts[news.kind]
    const sentences = sentencesOf(texts, news).map((sentence) => capital(fill(sentence, values)))
    return { title, prompt: sentences.join(' ') }
  }
}

function sentencesOf(texts: typeof english, news: AccountNews): readonly string[] {
  if (news.kind === 'password set') {
    const set = texts['password set']
    return [set[news.by], ...(news.factorsOff ? [set['factors off']] : []), texts.closing]
  }
  if (news.kind === 'link made') {
    const made = texts['link made']
    return [made.text, ...(news.withoutSecondFactor ? [made['no factor']] : []), texts.closing]
  }
  const { text } = texts[news.kind]
  return news.kind === 'code used' ? [text, texts.closing] : [text]
}

/** A sentence that may begin with what was filled in. */
const capital = (text: string): string => text.replace(/^./u, (letter) => letter.toUpperCase())

const wordings: Readonly<Record<LanguageCode, ReturnType<typeof wordingOf>>> = {
  en: wordingOf(english, 'en-GB'),
  de: wordingOf(german, 'de'),
}

/** What is told of a member's sign-in, in the language that they speak. */
export const accountWording = (language: LanguageCode = usualLanguage) => wordings[language]
