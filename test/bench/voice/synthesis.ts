import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { openRandom, type Random } from './random.ts'
import { type Language, languages, type Part, sentenceOf } from './sentences.ts'

const run = promisify(execFile)

/** A voice of espeak-ng that nobody else has. */
export interface Speaker {
  readonly name: string
  readonly part: Part
  readonly language: Language
  /** How it is called after the language: one that comes with espeak-ng, or one of our own. */
  readonly variant: string
  /** Where espeak-ng finds it. */
  readonly data: string
}

/** One file of speech: what a speaker says, in a WAV file of 22,050 Hz. */
export interface Utterance {
  readonly speaker: Speaker
  readonly file: string
}

/** Voices that come with espeak-ng and sound like people, each of a sound of its own. */
const stock: Readonly<Record<Part, readonly string[]>> = {
  train: ['m1', 'm2', 'm3', 'f1', 'f2', 'Andy', 'Annie', 'klatt'],
  test: [
    'm6',
    'm7',
    'm8',
    'f4',
    'f5',
    'Alex',
    'Andrea',
    'Gene2',
    'Henrique',
    'Hugo',
    'Marco',
    'Michael',
    'Mike',
    'Storm',
    'anika',
    'belinda',
    'boris',
    'ed',
    'edward',
    'grandma',
    'gustave',
    'iven2',
    'kaukovalta',
    'klatt3',
    'linda',
    'marcelo',
    'max',
    'michel',
    'miguel',
    'norbert',
    'pablo',
    'paul',
    'pedro',
    'quincy',
    'rob',
    'robert',
    'sandro',
    'shelby',
    'steph',
    'travis',
    'victor',
    'zac',
  ],
}
/** How many voices of our own there are beside them. */
const made: Readonly<Record<Part, number>> = { train: 300, test: 0 }
/** espeak-ng knows 349 voices at most, and brings more than 200. */
const voicesAtOnce = 80
const seeds: Readonly<Record<Part, number>> = { train: 11, test: 33 }

/** The data of espeak-ng, wherever a distribution has put it; null where there is none. */
export const espeakData = () =>
  ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/share', '/usr/local/share']
    .map((folder) => join(folder, 'espeak-ng-data'))
    .find((folder) => existsSync(folder)) ?? null

/** A voice at random: a vocal tract of another length and shape, another pitch, another hoarseness. */
function variantOf(name: string, random: Random): string {
  // From a deep voice (0) to that of a child (1): pitch and vocal tract go together, though not strictly.
  const height = random.next()
  const low = Math.round(70 + 150 * height + 12 * random.normal())
  const high = Math.round(low * random.between(1.25, 1.65))
  const tract = 88 + 30 * height + 4 * random.normal()
  const percent = (middle: number, deviation: number) =>
    Math.round(Math.min(200, Math.max(30, middle + deviation * random.normal())))
  const formants = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(
    (one) => `formant ${one} ${percent(tract, 4)} ${percent(100, 22)} ${percent(100, 22)}`,
  )
  const lines = [
    'language variant',
    `name ${name}`,
    `pitch ${Math.max(50, low)} ${Math.max(70, high)}`,
    ...formants,
    `voicing ${percent(100, 12)}`,
    `consonants ${percent(100, 15)} ${percent(100, 15)}`,
    `flutter ${Math.round(random.between(0, 12))}`,
    `roughness ${Math.round(random.between(0, 4))}`,
    `tone 600 ${percent(170, 30)} 1200 ${percent(135, 25)} 2000 ${percent(110, 20)} 3000 ${percent(110, 25)}`,
    ...(random.next() < 0.3
      ? [`breath ${[0, 1, 2, 3].map(() => percent(40, 20)).join(' ')}`, 'breathw 150 150 200 200']
      : []),
  ]
  return `${lines.join('\n')}\n`
}

/** The voices of a part, with the folders in which espeak-ng finds them; made where they are not there. */
export function speakersOf(part: Part, folder: string): Speaker[] {
  const random = openRandom(seeds[part])
  const own = Array.from({ length: made[part] }, (_, at) => {
    const variant = `${part}${at}`
    const data = dataFolder(join(folder, `voices-${part}${Math.floor(at / voicesAtOnce)}`))
    writeFileSync(join(data, 'espeak-ng-data', 'voices', '!v', variant), variantOf(variant, random))
    return { variant, data }
  })
  const known = stock[part].map((variant) => ({ variant, data: dataFolder(join(folder, 'voices')) }))
  return [...known, ...own].map(({ variant, data }, at) => ({
    name: `${part}-${variant}`,
    part,
    language: languages[at % languages.length] ?? 'en',
    variant,
    data,
  }))
}

/** A folder with the data of espeak-ng. */
function dataFolder(folder: string): string {
  const data = join(folder, 'espeak-ng-data')
  if (existsSync(data)) return folder
  const from = espeakData()
  if (from === null) throw new Error('espeak-ng is not installed: apt-get install espeak-ng')
  cpSync(from, data, { recursive: true, dereference: true })
  return folder
}

/** Lets each speaker say so many sentences of their own, at another pace and pitch each; what is there already stays. */
export async function speak(
  speakers: readonly Speaker[],
  folder: string,
  count: number,
  atOnce = 2,
): Promise<Utterance[]> {
  const limit = pLimit(atOnce)
  const all = speakers.map((speaker, number) => {
    const random = openRandom(seeds[speaker.part] * 1_000 + number)
    const own = join(folder, speaker.name)
    mkdirSync(own, { recursive: true })
    return Array.from({ length: count }, (_, at) => {
      const file = join(own, `${at}.wav`)
      const text = sentenceOf(speaker.language, speaker.part, random)
      const pace = Math.round(random.between(135, 195))
      const pitch = Math.round(50 + 7 * random.normal())
      return limit(async () => {
        if (!existsSync(file)) await synthesise({ speaker, text, pace, pitch, file })
        return { speaker, file }
      })
    })
  })
  return Promise.all(all.flat())
}

interface Spoken {
  readonly speaker: Speaker
  readonly text: string
  /** Words a minute. */
  readonly pace: number
  /** 0 to 99. */
  readonly pitch: number
  readonly file: string
}

async function synthesise({ speaker, text, pace, pitch, file }: Spoken): Promise<void> {
  const voice = `${speaker.language === 'en' ? 'en-us' : 'de'}+${speaker.variant}`
  await run('espeak-ng', [
    `--path=${speaker.data}`,
    '-v',
    voice,
    '-s',
    String(pace),
    '-p',
    String(Math.min(99, Math.max(0, pitch))),
    '-w',
    file,
    text,
  ])
  if (readFileSync(file).length < 10_000) throw new Error(`espeak-ng said nothing as ${voice}`)
}
