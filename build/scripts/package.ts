// Makes the packages of Companion for this machine; with `--dir` only the folder that is packed into them.
import { build, Platform } from 'electron-builder'
import { bundle, bundleLlama } from '../packaging/bundles.ts'
import { findElectron, makeStandIn } from '../packaging/electron.ts'
import { bundles, ownTarget, root, type Target, unpackedOf } from '../packaging/layout.ts'
import { findLlama, llamaBundle } from '../packaging/llama.ts'
import { fetchWhereOnline, recommendedModel } from '../packaging/models.ts'
import { PartMissing } from '../packaging/parts.ts'
import { stage } from '../packaging/staging.ts'

async function bringModel(): Promise<void> {
  const model = recommendedModel()
  const reason = await fetchWhereOnline(model)
  if (reason !== null) console.log(`${model.id} does not come along, as it could not be fetched: ${reason}`)
}

/** Bundles the daemon, the command line, the app, and llama.cpp where it can come along. The answer is every file they are made of. */
async function bundleAll(target: Target): Promise<string[]> {
  const bundled = await bundle(bundles)
  const { files, lacking } = findLlama(target)
  if (lacking !== null) console.log(lacking)
  return files.length === 0 ? bundled : [...bundled, ...(await bundleLlama(llamaBundle))]
}

async function makePackage(folderOnly: boolean): Promise<void> {
  const target = ownTarget()
  const electron = findElectron(target)
  if (electron === null && !folderOnly)
    throw new PartMissing(
      'there is no Electron to package: fetch it by `node node_modules/electron/install.js`',
    )
  if (!folderOnly) await bringModel()
  if (electron === null)
    console.log('Electron is not installed: a stand-in takes its place, so the package has no windows.')
  stage(target, await bundleAll(target))
  const platform = Platform.current()
  await build({
    projectDir: root,
    targets: folderOnly ? platform.createTarget('dir') : platform.createTarget(),
    config: { electronDist: electron ?? makeStandIn(target) },
    publish: 'never',
  })
  if (folderOnly) console.log(`The package is in ${unpackedOf(target)}`)
}

try {
  await makePackage(process.argv.includes('--dir'))
} catch (error) {
  console.error(error instanceof PartMissing ? `Companion was not packaged: ${error.message}` : error)
  process.exitCode = 1
}
