import { type LanguageCode, usualLanguage } from './codes.ts'
import german from './de/backups.json' with { type: 'json' }
import english from './en/backups.json' with { type: 'json' }
import { fill, type SaidAt } from './lines.ts'

/** Why backups do not reach their place, or which check has found one broken. */
type Trouble = Exclude<keyof typeof english, 'title' | 'broken_title'>

function wordingOf(texts: typeof english, locale: string) {
  /** Says that none has reached `location` since a moment, or that the snapshot of that moment is broken. */
  return (trouble: Trouble, location: string, { now, time_zone }: SaidAt) => {
    const format = new Intl.DateTimeFormat(locale, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: time_zone,
    })
    const title = trouble === 'drill' || trouble === 'turn' ? texts.broken_title : texts.title
    return { title, prompt: fill(texts[trouble], { since: format.format(now), location }) }
  }
}

const wordings: Readonly<Record<LanguageCode, ReturnType<typeof wordingOf>>> = {
  en: wordingOf(english, 'en-GB'),
  de: wordingOf(german, 'de'),
}

/** What admins are told of encrypted backups, in the language that they speak; `now` is the moment that it is about. */
export const backupsWording = (language: LanguageCode = usualLanguage) => wordings[language]
