import { existsSync } from 'node:fs'
import { type DamagedPart, DatabaseDamaged, look, whatIsThere } from './look.ts'
import { type MirrorFiles, openSums } from './sums.ts'

/** How a database, its second copy and its checksums are. */
export type Copies =
  | { readonly state: 'none' | 'gone' | 'sums_damaged' }
  | { readonly state: 'whole'; readonly pages: number }
  | { readonly state: 'damaged'; readonly pages: number; readonly parts: readonly DamagedPart[] }
  /** Neither copy of some pages is whole. */
  | { readonly state: 'lost'; readonly pages: number }

/** Looks through a database that nobody has open, as the next start will, and changes nothing. */
export function inspectCopies(files: MirrorFiles): Copies {
  if (!existsSync(files.sums)) return { state: existsSync(files.mirror) ? 'sums_damaged' : 'none' }
  const sums = openSums(files.sums)
  try {
    const header = sums.header()
    if (header === null) return { state: 'sums_damaged' }
    if (!existsSync(files.mirror)) return { state: 'gone' }
    const findings = look({ files, sums, header })
    if (findings === null || whatIsThere(files, header, findings) !== 'damaged')
      return { state: 'whole', pages: header.pages }
    const pages = new Set([...findings.wrong.keys(), ...findings.wrongInMirror]).size
    return { state: 'damaged', pages, parts: findings.parts }
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error
    return { state: 'lost', pages: error.pages.length }
  } finally {
    sums.close()
  }
}
