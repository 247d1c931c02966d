// Makes everything of a release for this machine, in dist/release: the packages, their bill of materials and checksums.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fetchElectron } from '../packaging/electron.ts'
import { ownTarget } from '../packaging/layout.ts'
import { PartMissing } from '../packaging/parts.ts'
import { gatherRelease, releaseFolders } from '../packaging/release.ts'

try {
  const target = ownTarget()
  fetchElectron(target)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'package.ts')], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new PartMissing('the packages were not made')
  const names = gatherRelease(target, releaseFolders(target))
  console.log(`In dist/release:\n${names.map((name) => `  ${name}`).join('\n')}`)
} catch (error) {
  console.error(error instanceof PartMissing ? `There is nothing to release: ${error.message}` : error)
  process.exitCode = 1
}
