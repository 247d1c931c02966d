import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundles, nameOf, root, type Target } from './layout.ts'
import { filesOf, ofPackage } from './parts.ts'

const ownModules = join(root, 'node_modules')

/** Where node-llama-cpp lies, which runs llama.cpp in Node. */
export const llamaFolder = (modules = ownModules) => join(modules, 'node-llama-cpp')

/** Where it is bundled, with all that it loads but its binaries. */
export const llamaBundle = join(bundles, 'llama')

/** Files that it reads while it runs, and its licence. */
export const llamaOwnFiles = () =>
  filesOf(
    llamaFolder(),
    ['package.json', 'LICENSE', 'llama/{binariesGithubRelease,llama.cpp.info}.json'],
    'node-llama-cpp is not whole',
  )

/** Packages with the binaries of llama.cpp: first those that it cannot do without, then those for graphics cards. */
const binaries: Record<string, readonly [string, ...string[]]> = {
  'linux-x64': ['linux-x64', 'linux-x64-vulkan'],
  'linux-arm64': ['linux-arm64'],
  'mac-arm64': ['mac-arm64-metal'],
  'win-x64': ['win-x64', 'win-x64-vulkan'],
}

const binaryFiles = [
  '{package.json,LICENSE}',
  'dist/*.js',
  'bins/*/*.json',
  'bins/*/*.node',
  'bins/*/*.{so,dylib,dll}',
]

interface Llama {
  /** Every file of the packages with its binaries; none where it does not come along. */
  readonly files: readonly string[]
  /** What to say where it does not come along, or not all of it; null where it does. */
  readonly lacking: string | null
}

/**
 * What comes along of llama.cpp for a target. npm installs its packages where they run, and leaves them out where it cannot
 * fetch them; a package is made all the same then. Throws `PartMissing` where one is there and not whole.
 */
export function findLlama(target: Target, modules = ownModules): Llama {
  const names = (binaries[nameOf(target)] ?? []).map((name) => `@node-llama-cpp/${name}`)
  const isMissing = (name: string) => !existsSync(join(modules, name, 'package.json'))
  const first = ['node-llama-cpp', ...names.slice(0, 1)].find(isMissing)
  if (first !== undefined)
    return {
      files: [],
      lacking: `llama.cpp does not come along, as ${first} is not installed: a language model runs on a server only.`,
    }
  const there = names.filter((name) => !isMissing(name))
  const missing = names.find(isMissing)
  return {
    files: there.flatMap((name) => filesOf(join(modules, name), binaryFiles, ofPackage(name, target))),
    lacking:
      missing === undefined
        ? null
        : `llama.cpp does not use graphics cards in this package, as ${missing} is not installed.`,
  }
}

/** The licences of llama.cpp and of what is compiled into it, which its packages do not state. */
export const llamaLicences = () => readFileSync(join(import.meta.dirname, 'llama.cpp-LICENSES.txt'), 'utf8')

/** The entry of llama.cpp in a bill of materials of CycloneDX. */
export function llamaComponent() {
  const { tag, llamaCppGithubRepo } = JSON.parse(
    readFileSync(join(llamaFolder(), 'llama', 'llama.cpp.info.json'), 'utf8'),
  ) as { readonly tag: string; readonly llamaCppGithubRepo: string }
  return {
    'bom-ref': `llama.cpp@${tag}`,
    type: 'library',
    name: 'llama.cpp',
    version: tag,
    licenses: [{ license: { id: 'MIT' } }],
    externalReferences: [{ type: 'vcs', url: `https://github.com/${llamaCppGithubRepo}` }],
  }
}
