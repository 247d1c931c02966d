import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { aboutProgram } from './about.ts'
import { launcher } from './launcher.ts'
import { bundles, launcherOf, root, runtimeOf, stageOf, type Target } from './layout.ts'
import { filesOf, ofPackage, ownFiles, packageFiles, PartMissing } from './parts.ts'
import { findRuntime } from './runtime.ts'

/** Gathers everything of a package that lies beside the app, in a folder that it makes anew. */
export function stage(target: Target): string {
  const folder = stageOf(target)
  rmSync(folder, { recursive: true, force: true })
  const put = (from: string, to: string) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    cpSync(from, join(folder, to), { recursive: true, dereference: true })
  }

  for (const program of ['daemon', 'cli']) {
    const bundled = join(bundles, program)
    if (!existsSync(bundled))
      throw new PartMissing(`there is no ${bundled}: it is made by \`npm run bundle\``)
    put(bundled, program)
    writeFileSync(
      join(folder, program, 'package.json'),
      `${JSON.stringify(aboutProgram(program), null, 2)}\n`,
    )
  }
  for (const file of filesOf(root, ownFiles, 'the daemon is not whole'))
    put(file, join('daemon', relative(root, file)))
  for (const file of packagedFiles(target)) put(file, join('daemon', relative(root, file)))
  put(findRuntime(target), runtimeOf(target))
  put(join(root, 'LICENSE'), 'LICENSE')

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
