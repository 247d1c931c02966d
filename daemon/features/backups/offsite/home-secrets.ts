import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Home, writeSecret } from '../../../kernel/home.ts'
import type { Manifest } from './snapshots.ts'

/** The files of a home without which its database is worth little; a folder stands for all its files. */
const secretsOf = (home: Home): readonly string[] => [
  home.localKey,
  home.auditKey,
  home.auditHead,
  home.pageKey,
  home.receiptKey,
  home.factorKey,
  home.pinKey,
  home.voiceKey,
  home.authority,
  home.erasures,
  home.offsiteKeys,
  home.homeKey,
]

/** Reads them; what is not there is left out. To be called before the database is copied, which is never older then. */
export function readSecrets(home: Home): Manifest['secrets'] {
  const keys = readdirSync(home.keys).map((name) => join(home.keys, name))
  return [...secretsOf(home), ...keys].flatMap((file) => {
    const content = readBytes(file)
    const name = relative(home.path, file).replaceAll('\\', '/')
    return content === null ? [] : [{ name, content: content.toString('base64') }]
  })
}

/** Writes them into a home; a name that is none of a home's secrets is left out. */
export function writeSecrets(home: Home, secrets: Manifest['secrets']): void {
  const secretFiles = new Set(secretsOf(home))
  for (const { name, content } of secrets) {
    const file = join(home.path, ...name.split('/'))
    if (!secretFiles.has(file) && dirname(file) !== home.keys) continue
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeSecret(file, Buffer.from(content, 'base64').toString('utf8'))
  }
}

function readBytes(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
