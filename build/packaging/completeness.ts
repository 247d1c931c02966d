import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { stageOf, type Target } from './layout.ts'
import { PartMissing } from './parts.ts'

/** Throws unless the app and everything that was gathered for a package lie in its resources, whole. */
export function assertComplete(target: Target, resources: string, stage = stageOf(target)): void {
  if (!existsSync(join(resources, 'app.asar')))
    throw new PartMissing(`the package has no app.asar: ${resources}`)
  const files = globSync('**', { cwd: stage, withFileTypes: true }).filter((entry) => entry.isFile())
  if (files.length === 0) throw new PartMissing(`nothing was gathered for the package: ${stage} is empty`)
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(stage.length + 1))
  const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size
  const broken = paths.filter((path) => size(join(resources, path)) !== size(join(stage, path)))
  if (broken.length > 0) throw new PartMissing(`the package is not whole: it lacks ${broken.join(', ')}`)
}
