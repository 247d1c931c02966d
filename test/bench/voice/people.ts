import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { AudioRefused } from '../../../daemon/features/recognition/voice/sound.ts'
import { cepstraIn, joined, samplesOf } from './recordings.ts'
import type { Lesson } from './training.ts'

const run = promisify(execFile)

/**
 * Letters, syllables and names of things that people have spoken for games in Debian (klettres-data, ktuberling-data): each
 * folder is a language, and the voice of one person.
 */
const sources = ['/usr/share/klettres/*', '/usr/share/ktuberling/sounds/*']
/** Who has said less is left out. */
const minFiles = 25
const maxFiles = 70
/** Recordings are put together until they last so many samples. */
const wantedLength = 80_000

/** Whether there are any. */
export const hasPeople = (): boolean => sources.every((pattern) => existsSync(pattern.slice(0, -2)))

/**
 * What real people have said, in recordings of about 5 s, decoded by `oggdec` (vorbis-tools) below a folder. The languages
 * take turns: those of one person are in one part, also where both games have them.
 */
export async function peopleOf(part: 'calibrate' | 'test', folder: string): Promise<Lesson[]> {
  const all = sources.flatMap((pattern) => globSync(pattern).toSorted())
  const names = [...new Set(all.map((one) => basename(one)))].toSorted()
  const own = all.filter((one) => names.indexOf(basename(one)) % 2 === (part === 'calibrate' ? 0 : 1))
  const lessons: Lesson[] = []
  for (const from of own) {
    const speaker = from.split('/').slice(-2).join('-')
    lessons.push(...(await recordingsOf(from, speaker, join(folder, 'people', speaker))))
  }
  return lessons
}

async function recordingsOf(from: string, speaker: string, folder: string): Promise<Lesson[]> {
  const files = globSync('**/*.{ogg,wav}', { cwd: from }).toSorted().slice(0, maxFiles)
  if (files.length < minFiles) return []
  mkdirSync(folder, { recursive: true })
  const lessons: Lesson[] = []
  let parts: Float32Array[] = []
  for (const [at, name] of files.entries()) {
    const file = name.endsWith('.wav') ? join(from, name) : join(folder, `${at}.wav`)
    if (!existsSync(file)) await run('oggdec', ['-Q', '-o', file, join(from, name)])
    try {
      parts.push(await samplesOf(file))
      if (parts.reduce((sum, { length }) => sum + length, 0) < wantedLength) continue
      lessons.push({ speaker, ...cepstraIn(joined(parts)) })
    } catch (error) {
      if (!(error instanceof AudioRefused)) throw error
    }
    parts = []
  }
  return lessons
}
