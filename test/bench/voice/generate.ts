// Makes models/voice-synthetic-v1.bin anew: what speech is like and what tells speakers apart, learned from voices that
// espeak-ng synthesises, and how much a score says, from other such voices. npm run generate:voice [-- --folder FOLDER]
// Needs espeak-ng (apt-get install espeak-ng); FOLDER keeps the speech, 1 GB, so that another run takes it from there.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackgroundModel } from '../../../daemon/features/recognition/voice/background-model.ts'
import { AudioRefused } from '../../../daemon/features/recognition/voice/sound.ts'
import { calibrate } from './calibration.ts'
import { openRandom, type Random } from './random.ts'
import { cepstraIn, elsewhere, noisy, samplesOf } from './recordings.ts'
import { speak, speakersOf } from './synthesis.ts'
import { type Lesson, trainMixture, trainProjection } from './training.ts'

const id = 'voice-synthetic-v1'
const components = 64
const sizes = { principal: 150, vector: 60 }
const utterances = { train: 6, calibrate: 8 }
/** How much quieter than the speech the noise is, in decibels. */
const noises = [Infinity, Infinity, 30, 20, 15, 10]

const { values } = parseArgs({
  options: { folder: { type: 'string', default: join(tmpdir(), 'companion-voice') } },
})
const { folder } = values
mkdirSync(folder, { recursive: true })

/** The speech of a part, each recording in a room of its own. */
async function lessonsOf(part: 'train' | 'calibrate', random: Random): Promise<Lesson[]> {
  const lessons: Lesson[] = []
  for (const { speaker, file } of await speak(speakersOf(part, folder), folder, utterances[part])) {
    const samples = noisy(elsewhere(await samplesOf(file), random), random.pick(noises), random)
    try {
      lessons.push({ speaker: speaker.name, ...cepstraIn(samples) })
    } catch (error) {
      // Some voices whisper so that a noise drowns them.
      if (!(error instanceof AudioRefused)) throw error
    }
  }
  console.log(`${part}: ${lessons.length} recordings`)
  return lessons
}

const random = openRandom(7)
const lessons = await lessonsOf('train', random)
const mixture = trainMixture(lessons, components, random)
const projection = trainProjection(mixture, lessons, sizes, random)
const calibration = calibrate(projection, await lessonsOf('calibrate', random), random)
const file = join(import.meta.dirname, '..', '..', '..', 'models', `${id}.bin`)
const bytes = writeBackgroundModel({ id, ...projection, calibration })
writeFileSync(file, bytes)
console.log(`${file}: ${bytes.length} bytes`, calibration)
