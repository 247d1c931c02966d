import { type LanguageCode, usualLanguage } from './codes.ts'
import german from './de/security.json' with { type: 'json' }
import english from './en/security.json' with { type: 'json' }
import { fill } from './lines.ts'

/** What a member is told. */
export interface Notice {
  readonly title: string
  readonly prompt: string
}

interface LostRow {
  readonly table: string
  readonly key: string | null
  readonly now: 'gone' | 'as in the backup'
}

const namedRows = 20

interface MendedDatabase {
  /** How many of the last changes; null where that is not known. */
  readonly lost_commits: number | null
  /** How many rows could be read where both copies were damaged; 0 where nothing had to be read like that. */
  readonly rows: number
  readonly lost: readonly LostRow[]
  /** The file of the backup that took its place, or that rows were taken from; null for none. */
  readonly backup: string | null
  /** When the backup was made that took the place of everything, ISO 8601; null for none. */
  readonly lost_since: string | null
  /** Of whoever is told. */
  readonly time_zone: string
  /** The folder that what was damaged was set aside in. */
  readonly aside: string
}

function wordingOf(texts: typeof english, language: LanguageCode) {
  const told = ({ title, prompt }: Notice, values: Readonly<Record<string, string>>): Notice => ({
    title: fill(title, values),
    prompt: fill(prompt, values),
  })
  const listed = (lost: readonly LostRow[]) => {
    const named = lost.slice(0, namedRows).map(({ table, key, now }) => {
      const row = key === null ? fill(texts['unknown rows'], { table }) : `${table} ${key}`
      return now === 'gone' ? row : fill(texts['older row'], { row })
    })
    const more = lost.length - named.length
    return [...named, ...(more > 0 ? [fill(texts['more rows'], { count: String(more) })] : [])].join(', ')
  }
  return {
    pinsOff: (device: string) => told(texts['pins off'], { device }),
    /** The owner, who is called `name`, may read in the member's profile. */
    profileOpens: (name: string) => told(texts['profile opens'], { name }),
    /** The owner, who is called `name`, reads in the member's profile. */
    profileOpened: (name: string) => told(texts['profile opened'], { name }),
    databaseMended: ({ lost_commits, rows, lost, backup, lost_since, time_zone, aside }: MendedDatabase) => {
      if (rows > 0 && lost.length === 0) return told(texts['database read out'], { aside })
      if (rows > 0) return told(texts['database read out, rows lost'], { rows: listed(lost), aside })
      if (backup !== null && lost_since !== null) {
        const time = momentText(lost_since, language, time_zone)
        return told(texts['database from backup'], { backup, time, aside })
      }
      return told(lost_commits === 0 ? texts['database mended'] : texts['database mended, lost'], { aside })
    },
    ownRowsLost: (lost: readonly LostRow[]) => told(texts['own rows lost'], { rows: listed(lost) }),
  }
}

/** A moment, ISO 8601, by the clock of a time zone, with which one that is. */
const momentText = (moment: string, language: LanguageCode, timeZone: string) =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(moment))

const wordings: Readonly<Record<LanguageCode, ReturnType<typeof wordingOf>>> = {
  en: wordingOf(english, 'en'),
  de: wordingOf(german, 'de'),
}

/** What is told of sign-ins and damage, in the language that a member speaks. */
export const securityWording = (language: LanguageCode = usualLanguage) => wordings[language]
