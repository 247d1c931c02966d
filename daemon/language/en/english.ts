import { clockWords, dayOf, personOf, quotedText, reply, whenOf } from './replies.ts'
import { timesIn } from './calendar.ts'
import * as commands from './commands.ts'
import { aboutIn } from './facts/asking.ts'
import { ageFrom, dayNamed, daysAway, spanAsked } from './facts/reckoning.ts'
import { dangerIn, intentNamed, intentOf } from './intents.ts'
import { keepsIt } from './other-languages.ts'
import { isTimeAlone } from './reminders/when-asked.ts'
import { abbreviation, cutIntoSentences, goesOn, pointsBack } from './sentences.ts'
import { whoAsked } from './who-asked.ts'
import type { Language } from '../language.ts'
import { answerTo } from './answers/answer.ts'
import type { RetrievedMemory } from '../turn.ts'
import { judge } from './judge.ts'
import { readReminders } from './reminders/reminders.ts'

export const english: Language<RetrievedMemory> = {
  reading: {
    ...commands,
    cutIntoSentences,
    abbreviation,
    goesOn,
    pointsBack,
    usesMeaning: true,
    judge,
    intentNamed,
    intentOf,
    dangerIn,
    keepsIt,
    aboutIn,
    readReminders,
    isTimeAlone,
  },
  speech: {
    intentNamed,
    reply,
    timesIn,
    clockWords,
    moodNamed: (emotion) => emotion,
    dayOf,
    whenOf,
    personOf,
    quotedText,
    ageFrom,
    spanAsked,
    dayNamed,
    daysAway,
    answerTo,
    whoAsked,
  },
}
