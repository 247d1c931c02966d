// Makes models/voice-synthetic-v1.bin anew: what speech is like and what tells speakers apart, learned from voices that
// espeak-ng synthesises; and how much a score says, from people, of whom it has learned nothing. npm run generate:voice [-- --folder FOLDER]
// Needs Debian's espeak-ng, vorbis-tools, klettres-data and ktuberling-data; FOLDER keeps the speech, 1 GB, so that another run takes it from there.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackgroundModel } from '../../../daemon/features/recognition/voice/background-model.ts'
import { AudioRefused } from '../../../daemon/features/recognition/voice/sound.ts'
import { calibrate } from './calibration.ts'
import { peopleOf } from './people.ts'
import { openRandom, type Random } from './random.ts'
import { cepstraIn, elsewhere, noisy, samplesOf } from './recordings.ts'
import { speak, speakersOf } from './synthesis.ts'
import { type Lesson, trainMixture, trainProjection } from './training.ts'

const id = 'voice-synthetic-v1'
const components = 64
const sizes = { principal: 120, vector: 60 }
const utterances = 6
/** How much quieter than the speech the noise is, in decibels. */
const noises = [Infinity, Infinity, 30, 20, 15, 10]

const { values } = parseArgs({
  options: { folder: { type: 'string', default: join(tmpdir(), 'companion-voice') } },
})
const { folder } = values
mkdirSync(folder, { recursive: true })

/** What synthesised voices say, each recording in a room of its own. */
async function lessonsOf(random: Random): Promise<Lesson[]> {
  const lessons: Lesson[] = []
  for (const { speaker, file } of await speak(speakersOf('train', folder), folder, utterances)) {
    const samples = noisy(elsewhere(await samplesOf(file), random), random.pick(noises), random)
    try {
      lessons.push({ speaker: speaker.name, ...cepstraIn(samples) })
    } catch (error) {
      // Some voices whisper so that a noise drowns them.
      if (!(error instanceof AudioRefused)) throw error
    }
  }
  return lessons
}

const random = openRandom(7)
const lessons = await lessonsOf(random)
const mixture = trainMixture(lessons, components, random)
const projection = trainProjection(mixture, lessons, sizes, random)
const calibration = calibrate(projection, await peopleOf('calibrate', folder), random)
const file = join(import.meta.dirname, '..', '..', '..', 'models', `${id}.bin`)
const bytes = writeBackgroundModel({ id, ...projection, calibration })
writeFileSync(file, bytes)
console.log(`${file}: ${bytes.length} bytes`, calibration)
