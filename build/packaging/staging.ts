import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { aboutProgram, writeAbout } from './about.ts'
import { launcher } from './launcher.ts'
import { bundles, launcherOf, root, runtimeOf, stageOf, type Target } from './layout.ts'
import { licencesOf } from './licences.ts'
import { findLlama, llamaBundle, llamaComponent, llamaLicences } from './llama.ts'
import { componentOf, fetchedFolder, fetchedModels, noticeOf } from './models.ts'
import { filesOf, ofPackage, ownFiles, packageFiles } from './parts.ts'
import { findRuntime } from './runtime.ts'
import { sbomOf } from './sbom.ts'
import { putShellFiles } from './shell-files.ts'
import { packagesOf } from './shipped.ts'

/**
 * Gathers everything of a package that lies next to the app, in a folder that it creates anew. `bundled` is every file
 * that the bundles are made of. llama.cpp is part of it where it was bundled.
 */
export function stage(target: Target, bundled: readonly string[]): string {
  const folder = stageOf(target)
  rmSync(folder, { recursive: true, force: true })
  const put = (from: string, to: string) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    cpSync(from, join(folder, to), { recursive: true, dereference: true })
  }

  for (const program of ['daemon', 'cli']) {
    put(join(bundles, program), program)
    writeAbout(join(folder, program), aboutProgram(program))
  }
  for (const file of filesOf(root, ownFiles, 'the daemon is not whole'))
    put(file, join('daemon', relative(root, file)))
  const hasLlama = existsSync(llamaBundle)
  if (hasLlama) put(llamaBundle, join('daemon', 'node_modules', 'node-llama-cpp'))
  const files = [...packagedFiles(target), ...(hasLlama ? findLlama(target).files : [])]
  for (const file of files) put(file, join('daemon', relative(root, file)))
  const models = fetchedModels()
  for (const { id, files } of models)
    for (const { name } of files) put(join(fetchedFolder, id, name), join('daemon', 'models', id, name))
  const runtime = findRuntime(target)
  put(runtime, runtimeOf(target))

  const electron = join('node_modules', 'electron', 'package.json')
  const shipped = packagesOf([...bundled, ...files, ...filesOfUi(), runtime, electron])
  put(join(root, 'LICENSE'), 'LICENSE')
  writeFileSync(
    join(folder, 'LICENSES-OF-PARTS.txt'),
    [...models.map(noticeOf), licencesOf(shipped), ...(hasLlama ? [llamaLicences()] : [])].join('\n'),
  )
  const more = [...models.map(componentOf), ...(hasLlama ? [llamaComponent()] : [])]
  const sbom = sbomOf(shipped, aboutProgram('').version, more)
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom)

  if (target.os !== 'win') putShellFiles(join(folder, 'share'), join(bundles, 'cli', 'cli.mjs'))
  const program = join(folder, launcherOf(target))
  mkdirSync(dirname(program), { recursive: true })
  writeFileSync(program, launcher(target))
  for (const path of [program, join(folder, runtimeOf(target))]) chmodSync(path, 0o755)
  return folder
}

/** Every file of the packages that come along; throws where one is missing. */
export function packagedFiles(target: Target, modules = join(root, 'node_modules')): string[] {
  return Object.entries(packageFiles(target)).flatMap(([name, patterns]) =>
    filesOf(join(modules, name), patterns, ofPackage(name, target)),
  )
}

/** The files that the pages are made of, as their build has noted them. */
function filesOfUi(): string[] {
  return readFileSync(join(root, 'dist', 'ui', '.modules'), 'utf8').split('\n')
}
