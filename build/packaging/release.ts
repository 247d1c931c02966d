import { hash } from 'node:crypto'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameOf, root, stageOf, type Target } from './layout.ts'
import { PartMissing } from './parts.ts'

const packages = '*.{AppImage,deb,dmg,zip,exe,blockmap,yml}'

interface Folders {
  /** Where the packages were made. */
  readonly made: string
  /** Where their parts were gathered, with the bill of materials. */
  readonly stage: string
  /** Made anew. */
  readonly release: string
}

/** Where the files of a release are gathered for this target. */
export const releaseFolders = (target: Target): Folders => ({
  made: join(root, 'dist', 'package'),
  stage: stageOf(target),
  release: join(root, 'dist', 'release'),
})

/**
 * Gathers what a release has for a target: its packages and what updates need, the bill of materials, and the SHA-256 of
 * each. Answers their names; throws `PartMissing` where no package was made.
 */
export function gatherRelease(target: Target, { made, stage, release }: Folders): string[] {
  const packageFiles = globSync(packages, { cwd: made })
    .filter((name) => !name.startsWith('builder-'))
    .toSorted((a, b) => (a < b ? -1 : 1))
  if (packageFiles.length === 0) throw new PartMissing(`there is no package in ${made}`)
  rmSync(release, { recursive: true, force: true })
  mkdirSync(release, { recursive: true })
  for (const name of packageFiles) copyFileSync(join(made, name), join(release, name))
  const bill = `companion-${nameOf(target)}.cdx.json`
  copyFileSync(join(stage, 'sbom.cdx.json'), join(release, bill))
  const names = [...packageFiles, bill]
  const sums = names.map((name) => `${hash('sha256', readFileSync(join(release, name)))}  ${name}\n`)
  const sumsName = `SHA256SUMS-${nameOf(target)}.txt`
  writeFileSync(join(release, sumsName), sums.join(''))
  return [...names, sumsName]
}
