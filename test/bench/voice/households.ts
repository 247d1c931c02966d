import {
  type BackgroundModel,
  speakerModelOf,
} from '../../../daemon/features/recognition/voice/background-model.ts'
import { dimension } from '../../../daemon/features/recognition/voice/features.ts'
import { enrolledFrom } from './calibration.ts'
import type { Random } from './random.ts'
import type { Lesson } from './training.ts'

/** How often a voice alone lets somebody in, asks for a little more, or asks who it is; and how often for the wrong one. */
interface Bands {
  count: number
  proceed: number
  verify: number
  ask: number
  wrongProceed: number
  wrongVerify: number
}

const people = 5
const households = 200
/** How likely it is a stranger who speaks, before anything is heard. */
const strangerShare = 0.05

/** Lets each member of households of five speak, and a stranger; each identified by voice alone, from equal odds. */
export function identify(model: BackgroundModel, lessons: readonly Lesson[], random: Random) {
  const { embed, merge, compare } = speakerModelOf(model)
  const speakers = [...Map.groupBy(lessons, ({ speaker }) => speaker).values()]
    .filter(({ length }) => length > enrolledFrom)
    .map((own) => {
      const voices = own.map(({ cepstra }) => ({
        vector: embed({ samples: new Float32Array(0), cepstra }),
        seconds: cepstra.length / dimension / 100,
      }))
      return { enrolled: merge(voices.slice(0, enrolledFrom)), samples: voices.slice(enrolledFrom) }
    })
  const bands = (): Bands => ({ count: 0, proceed: 0, verify: 0, ask: 0, wrongProceed: 0, wrongVerify: 0 })
  const [member, stranger] = [bands(), bands()]
  for (let round = 0; round < households; round += 1) {
    const drawn = speakers.map((speaker) => ({ speaker, key: random.next() }))
    const order = drawn.toSorted((one, other) => one.key - other.key).map(({ speaker }) => speaker)
    const home = order.slice(0, people)
    for (const speaker of order.slice(0, people + 1)) {
      const sample = random.pick(speaker.samples)
      const odds = home.map(
        ({ enrolled }) => ((1 - strangerShare) / people) * Math.exp(compare(enrolled, sample)),
      )
      const total = odds.reduce((sum, one) => sum + one, strangerShare)
      const best = odds.indexOf(Math.max(...odds))
      note(home.includes(speaker) ? member : stranger, (odds[best] ?? 0) / total, home[best] === speaker)
    }
  }
  return { member, stranger }
}

function note(bands: Bands, confidence: number, right: boolean): void {
  const band = confidence >= 0.95 ? 'proceed' : confidence >= 0.8 ? 'verify' : 'ask'
  bands.count += 1
  bands[band] += 1
  if (right || band === 'ask') return
  bands[band === 'proceed' ? 'wrongProceed' : 'wrongVerify'] += 1
}
