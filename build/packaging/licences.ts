import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shipped } from './shipped.ts'

const rule = `${'='.repeat(80)}\n`

/** The licences of packages with their texts, as they ask to be passed on. */
export function licencesOf(packages: readonly Shipped[]): string {
  const each = packages.map(({ name, version, license, folder }) => {
    const texts = globSync('{licen[cs]e,LICEN[CS]E,License,NOTICE,COPYING}{,.*,-*}', {
      cwd: folder,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8').trim())
    const text = texts.length > 0 ? [...new Set(texts)].join('\n\n') : 'The package comes without its text.'
    return `${rule}${name} ${version}: ${license}\n${rule}\n${text}\n`
  })
  const head = 'Companion comes with these packages, or with parts of them. Its own licence is in LICENSE.\n'
  return [head, ...each].join('\n')
}
