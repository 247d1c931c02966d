// How well voices are told apart: npm run bench:voice [-- --folder FOLDER]. Speakers, voices and sentences are others than
// those that the model has learned from or was calibrated with. Needs what generate.ts needs; FOLDER keeps the speech.
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFileSync } from 'node:fs'
import { readBackgroundModel } from '../../../daemon/features/recognition/voice/background-model.ts'
import { calibrated } from '../../../daemon/features/recognition/voice/speaker-model.ts'
import { AudioRefused } from '../../../daemon/features/recognition/voice/sound.ts'
import { lengths, trialsOf } from './calibration.ts'
import { identify } from './households.ts'
import { cost, equalErrorRate, type Trial } from './measures.ts'
import { hasPeople, peopleOf } from './people.ts'
import { openRandom } from './random.ts'
import { cepstraIn, elsewhere, noisy, samplesOf } from './recordings.ts'
import { speak, speakersOf } from './synthesis.ts'
import type { Lesson } from './training.ts'

const utterances = 10
const { values } = parseArgs({
  options: { folder: { type: 'string', default: join(tmpdir(), 'companion-voice') } },
})
const { folder } = values
mkdirSync(folder, { recursive: true })
const file = join(import.meta.dirname, '..', '..', '..', 'models', 'voice-synthetic-v1.bin')
const model = readBackgroundModel(readFileSync(file))
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** The recordings of the synthesised speakers that are held out, in a room each and with noise. */
async function synthesised(decibels: number): Promise<Lesson[]> {
  const random = openRandom(101)
  const lessons: Lesson[] = []
  for (const { speaker, file } of await speak(speakersOf('test', folder), folder, utterances)) {
    const samples = noisy(elsewhere(await samplesOf(file), random), decibels, random)
    try {
      lessons.push({ speaker: speaker.name, ...cepstraIn(samples) })
    } catch (error) {
      if (!(error instanceof AudioRefused)) throw error
    }
  }
  return lessons
}

/** Prints a row: the equal error rate of each length, and what the calibrated log-odds of all cost. */
function report(name: string, lessons: readonly Lesson[]): void {
  const trials = trialsOf(model, lessons, openRandom(202))
  const rates = lengths.map((length) => {
    const own = trials.filter(({ seconds }) => seconds > length * 0.75 && seconds <= length * 1.25)
    return own.some(({ same }) => same) ? `${length} s ${percent(equalErrorRate(own))}` : `${length} s –`
  })
  const said: Trial[] = trials.map((trial) => ({
    ...trial,
    score: calibrated(model.calibration, trial.score, trial.seconds),
  }))
  const speakers = new Set(lessons.map(({ speaker }) => speaker)).size
  console.log(
    `${name}, ${speakers} speakers, ${lessons.length} recordings: ${rates.join(', ')}; Cllr ${cost(said).toFixed(2)}`,
  )
}

/** Prints what comes of households of five, when one of them speaks and when a stranger does. */
function reportHouseholds(name: string, lessons: readonly Lesson[]): void {
  const { member, stranger } = identify(model, lessons, openRandom(303))
  for (const [who, bands] of Object.entries({ member, stranger })) {
    const { proceed, verify, ask, wrongProceed, wrongVerify, count } = bands
    console.log(
      `${name}, a ${who} speaks, ${count} times: proceed ${percent(proceed / count)}, verify ${percent(verify / count)}, ` +
        `ask ${percent(ask / count)}; wrongly proceed ${percent(wrongProceed / count)}, verify ${percent(wrongVerify / count)}`,
    )
  }
}

for (const [name, decibels] of [
  ['clean', Infinity],
  ['noise 20 dB', 20],
  ['noise 10 dB', 10],
  ['noise 5 dB', 5],
] as const) {
  const lessons = await synthesised(decibels)
  report(`synthesised, ${name}`, lessons)
  if (decibels === Infinity) reportHouseholds('synthesised', lessons)
}
if (hasPeople()) {
  const lessons = await peopleOf('test', folder)
  report('people', lessons)
  reportHouseholds('people', lessons)
} else console.log('people: klettres-data and ktuberling-data are not installed')
