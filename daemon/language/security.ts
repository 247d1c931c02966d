import { type LanguageCode, usualLanguage } from './codes.ts'
import german from './de/security.json' with { type: 'json' }
import english from './en/security.json' with { type: 'json' }
import { fill } from './lines.ts'

/** What a member is told. */
export interface Notice {
  readonly title: string
  readonly prompt: string
}

/** A database that was damaged. */
interface MendedDatabase {
  readonly lost: boolean
  /** The file of the backup that took its place; null for none. */
  readonly backup: string | null
  /** The folder that what was damaged was set aside in. */
  readonly aside: string
}

/** What is told of sign-ins and damage, by the texts of a language. */
function wordingOf(texts: typeof english) {
  const told = ({ title, prompt }: Notice, values: Readonly<Record<string, string>>): Notice => ({
    title: fill(title, values),
    prompt: fill(prompt, values),
  })
  return {
    /** A device takes no PIN any more. */
    pinsOff: (device: string) => told(texts['pins off'], { device }),
    /** The owner, who is called `name`, reads in the member's profile. */
    profileOpened: (name: string) => told(texts['profile opened'], { name }),
    /** The database was damaged: `lost` says whether something of it is, `backup` what took its place where it was not mended. */
    databaseMended: ({ lost, backup, aside }: MendedDatabase) => {
      if (backup !== null) return told(texts['database from backup'], { backup, aside })
      return told(lost ? texts['database mended, lost'] : texts['database mended'], { aside })
    },
  }
}

const wordings: Readonly<Record<LanguageCode, ReturnType<typeof wordingOf>>> = {
  en: wordingOf(english),
  de: wordingOf(german),
}

/** What is told of sign-ins and damage, in the language that a member speaks. */
export const securityWording = (language: LanguageCode = usualLanguage) => wordings[language]
