import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nameOf, ownTarget, root, type Target } from './layout.ts'
import { PartMissing } from './parts.ts'

const wanted = 24

/**
 * The Node 24 that comes along: the one that the lockfile pins. There is no package of it for a Mac, so there it is the
 * one that runs this, which must be of nodejs.org to hold all that it needs in itself.
 */
export function findRuntime(target: Target, modules = join(root, 'node_modules')): string {
  if (target.os === 'mac') return runningNode(target)
  const windows = target.os === 'win'
  const name = `node-${target.os}-${target.arch}`
  const node = join(modules, name, 'bin', windows ? 'node.exe' : 'node')
  if (!existsSync(node)) throw new PartMissing(`there is no Node for ${nameOf(target)}: ${node} is missing`)
  return node
}

function runningNode(target: Target): string {
  const major = Number(process.versions.node.split('.')[0])
  if (nameOf(ownTarget()) !== nameOf(target) || major !== wanted)
    throw new PartMissing(`Companion for ${nameOf(target)} is packaged on such a machine, by Node ${wanted}`)
  return process.execPath
}
