import { type LanguageCode, usualLanguage } from './codes.ts'
import german from './de/backups.json' with { type: 'json' }
import english from './en/backups.json' with { type: 'json' }
import { fill, type SaidAt } from './lines.ts'

/** Why backups do not reach their disk. */
type Trouble = Exclude<keyof typeof english, 'title'>

/** What is told of backups, by the texts of a language. */
function wordingOf(texts: typeof english, locale: string) {
  /** Says that none has reached `folder` since a moment. */
  return (trouble: Trouble, folder: string, { now, time_zone }: SaidAt) => {
    const format = new Intl.DateTimeFormat(locale, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: time_zone,
    })
    return { title: texts.title, prompt: fill(texts[trouble], { since: format.format(now), folder }) }
  }
}

const wordings: Readonly<Record<LanguageCode, ReturnType<typeof wordingOf>>> = {
  en: wordingOf(english, 'en-GB'),
  de: wordingOf(german, 'de'),
}

/** What admins are told of backups that have stopped, in the language that they speak; `now` is since when. */
export const backupsWording = (language: LanguageCode = usualLanguage) => wordings[language]
