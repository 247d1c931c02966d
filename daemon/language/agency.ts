import { type LanguageCode, usualLanguage } from './codes.ts'
import german from './de/agency/texts.json' with { type: 'json' }
import * as spokenGerman from './de/spoken.ts'
import english from './en/agency/texts.json' with { type: 'json' }
import * as spokenEnglish from './en/spoken.ts'
import { fill, type SaidAt } from './lines.ts'

/** Later than this, it is said how late something is. */
const late = 5 * 60_000

interface RemindedGoal {
  readonly title: string
  readonly description: string | null
  readonly origin: 'user' | 'companion'
}

/** How a language says when something is; the times in milliseconds since the epoch. */
interface SpokenTimes {
  readonly spokenMoment: (moment: number, when: SaidAt) => string
  readonly spokenAgo: (moment: number, now: number) => string
}

function wordingOf(texts: typeof german, { spokenMoment, spokenAgo }: SpokenTimes) {
  return {
    /** What is said when a goal comes up that was planned for `planned`, and whether it is due. */
    reminder: (goal: RemindedGoal, planned: number, isDue: boolean, when: SaidAt): string => {
      const { title, description, origin } = goal
      const delayed = when.now - planned > late
      const times = { when: spokenMoment(planned, when), ago: spokenAgo(planned, when.now) }
      const due = fill(delayed ? texts.reminder.overdue : texts.reminder.due, { title, ...times })
      const opening = origin === 'user' ? texts.reminder['asked for'] : texts.reminder.own
      const usual = fill(opening, { title: sentence(title) })
      const announcement = isDue ? due : delayed ? `${usual} ${fill(texts.reminder.late, times)}` : usual
      return description === null || description.trim() === ''
        ? announcement
        : `${announcement}\n${description}`
    },

    /** What an approval asks about a goal that has come up; `next` is when it comes up again, null where it does not. */
    tickOffQuestion: (title: string, next: number | null, isDue: boolean, when: SaidAt): string => {
      const question = texts['tick off']
      if (isDue) return fill(question.due, { title })
      if (next === null) return fill(question.once, { title })
      return fill(question.again, { when: spokenMoment(next, when) })
    },

    tickedOff: (title: string) => fill(texts.answered.done, { title }),
    onHold: (title: string) => fill(texts.answered.hold, { title }),
    notedUntil: (title: string, next: number, when: SaidAt) =>
      fill(texts.answered.again, { title, when: spokenMoment(next, when) }),
  }
}

/** A text that ends like a sentence. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

const wordings: Readonly<Record<LanguageCode, ReturnType<typeof wordingOf>>> = {
  en: wordingOf(english, spokenEnglish),
  de: wordingOf(german, spokenGerman),
}

/** What is said of goals that come up, in the language that a member speaks. */
export const agencyWording = (language: LanguageCode = usualLanguage) => wordings[language]
