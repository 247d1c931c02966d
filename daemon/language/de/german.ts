import type { Language } from '../language.ts'
import { ageFrom, dayNamed, daysAway, spanAsked } from './reckoning.ts'
import { answerTo } from './answers.ts'
import { timesIn } from './calendar.ts'
import {
  aboutIn,
  isNoCommand,
  isOfNext,
  isOfTheSame,
  isRegret,
  isStopToo,
  isWholly,
  keepsIt,
  plainCommand,
  readForgetting,
  toldInstead,
} from './commands.ts'
import { dangerIn, intentNamed, intentOf } from './intents.ts'
import { judge } from './judge.ts'
import { isTimeAlone, readReminders } from './reminders/reminders.ts'
import { clockWords, dayOf, moodNamed, personOf, quotedText, reply, whenOf } from './replies.ts'
import { abbreviation, cutIntoSentences, goesOn, pointsBack } from './sentences.ts'
import { whoAsked } from './who-asked.ts'

export const german = {
  reading: {
    aboutIn,
    isNoCommand,
    isOfNext,
    isOfTheSame,
    isRegret,
    isStopToo,
    isWholly,
    keepsIt,
    plainCommand,
    readForgetting,
    toldInstead,
    cutIntoSentences,
    abbreviation,
    goesOn,
    pointsBack,
    usesMeaning: false,
    judge,
    intentNamed,
    intentOf,
    dangerIn,
    readReminders,
    isTimeAlone,
  },
  speech: {
    intentNamed,
    reply,
    timesIn,
    clockWords,
    moodNamed,
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
} satisfies Language
