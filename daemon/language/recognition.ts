import { type LanguageCode, usualLanguage } from './codes.ts'
import german from './de/recognition.json' with { type: 'json' }
import english from './en/recognition.json' with { type: 'json' }
import { fill } from './lines.ts'

interface Notice {
  readonly title: string
  readonly prompt: string
}

/** Somebody who was removed, by whom where that was a member, and until when it can be undone, milliseconds since the epoch. */
interface RemovalNews {
  readonly name: string
  readonly by: string | null
  readonly until: number
}

function wordingOf(language: LanguageCode, texts: typeof english) {
  const told = ({ title, prompt }: Notice, values: Readonly<Record<string, string>>): Notice => ({
    title: fill(title, values),
    prompt: fill(prompt, values),
  })
  return {
    /** Others are asked whether it is somebody who is on a device. */
    confirm: (name: string, device: string) => told(texts.confirm, { name, device }),
    /** A member is told that somebody has confirmed it was them, who is signed in on a device now. */
    confirmed: (by: string, device: string) => told(texts.confirmed, { by, device }),
    /** Admins are told that somebody was removed. */
    removed: ({ name, by, until }: RemovalNews) => {
      const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(until))
      return told(by === null ? texts['removed here'] : texts.removed, { name, by: by ?? '', day })
    },
  }
}

const wordings: Readonly<Record<LanguageCode, ReturnType<typeof wordingOf>>> = {
  en: wordingOf('en', english),
  de: wordingOf('de', german),
}

/** What is said of who is recognised, in the language that a member speaks. */
export const recognitionWording = (language: LanguageCode = usualLanguage) => wordings[language]
