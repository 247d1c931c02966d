import { clockWords, dayOf, personOf, quotedText, reply, whenOf } from '../../../language/en/replies.ts'
import { timesIn } from '../../../language/en/calendar.ts'
import * as commands from '../../../language/en/commands.ts'
import { aboutIn } from '../../../language/en/facts/asking.ts'
import { ageFrom, dayNamed, daysAway, spanAsked } from '../../../language/en/facts/reckoning.ts'
import { dangerIn, intentNamed, intentOf } from '../../../language/en/intents.ts'
import { keepsIt } from '../../../language/en/other-languages.ts'
import { isTimeAlone } from '../../../language/en/reminders/when-asked.ts'
import { abbreviation, cutIntoSentences, goesOn, pointsBack } from '../../../language/en/sentences.ts'
import { plainQuestion, questionForm } from '../../../language/en/signs.ts'
import { whoAsked } from '../../../language/en/who-asked.ts'
import type { Judgement, Language } from '../../../language/language.ts'
import { likelihoods } from '../../../language/learned.ts'
import { answerTo } from '../answering/answer.ts'
import type { RetrievedMemory } from '../../../language/turn.ts'
import { acts as actModel, keepAskedFrom, keepFrom, keeps as keepModel } from './judgement.ts'
import { readReminders } from './reminders.ts'
import { featuresOf } from './sentence-features.ts'

/** What has the form of a question is one from here on. */
const maybeAsks = 0.3

const proposable = ['remind', 'forget', 'correct'] as const
/** What a sentence may want is at least so likely; of what is said of any day hardly anything is. */
const mayBeWanted = 0.1

function judge(text: string, before: string | null, vector: Float32Array): Judgement {
  const features = featuresOf({ text, before, vector })
  const acts = likelihoods(actModel, features)
  const [[likeliest, likelihood] = ['chat', 0]] = [...acts].toSorted(([, one], [, other]) => other - one)
  const plain = commands.plainCommand(text)
  const [act, likely] = plain === null ? [likeliest, likelihood] : [plain, 1]
  const asks =
    plain === null &&
    (act === 'ask' ||
      plainQuestion.test(text) ||
      /\?["'”’)\s]*$/.test(text) ||
      ((acts.get('ask') ?? 0) >= maybeAsks && questionForm.test(text)))
  const worth = likelihoods(keepModel, features).get('keep') ?? 0
  const mayWant = proposable.filter((name) => (acts.get(name) ?? 0) >= mayBeWanted)
  return { act, likely, asks, mayWant, worthIt: worth >= (asks ? keepAskedFrom : keepFrom) }
}

/** How English is read and spoken. */
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
