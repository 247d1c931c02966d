import { mkdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build as make, type BuildOptions, type BuildResult, type Plugin } from 'esbuild'
import { aboutApp, writeAbout } from './about.ts'
import { putIcons } from './icons.ts'
import { root } from './layout.ts'

/** Modules that run in threads or processes of their own; the daemon finds each at the same path as in a checkout. */
export const threads = [
  'daemon/features/backups/copy-thread',
  'daemon/features/conversation/exchange/engine-thread',
  'daemon/features/conversation/models/local-process',
  'daemon/features/embedding/worker',
  'daemon/features/identity/password-thread',
  'daemon/features/imports/import-thread',
  'daemon/features/memory/search/search-thread',
]

/** Packages that stay packages: they hold native code, or files that the daemon serves. */
const external = [
  'argon2',
  'better-sqlite3',
  'node-llama-cpp',
  'onnxruntime-node',
  'sqlite-vec',
  '@fastify/swagger-ui',
]

/** What every file of a bundle begins with: where the program lies, and what CommonJS packages take for granted. */
const prelude = [
  "import { createRequire as createRequireOf, findPackageJSON as packageOf } from 'node:module';",
  "import { dirname as folderOf, join as joinOf } from 'node:path';",
  'const require = createRequireOf(import.meta.url);',
  'const programFolder = folderOf(packageOf(import.meta.url));',
]

/** Packages that look for their files beside their code find them where the package would lie. */
const ownFolders: Plugin = {
  name: 'own-folders',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.c?js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!/\b__(dirname|filename)\b/.test(text)) return null
      const place = JSON.stringify(relative(root, path).replaceAll('\\', '/'))
      const names = `const __filename = joinOf(programFolder, ${place}), __dirname = folderOf(__filename);`
      return { contents: `${names}\n${text}`, loader: 'js' }
    })
  },
}

const shared: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  plugins: [ownFolders],
  alias: {
    // Its main file asks for its others in a way that cannot be followed.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // What is required from it would come as its 250 CommonJS modules, which take a twentieth of the start.
    'date-fns': join(root, 'node_modules', 'date-fns', 'index.js'),
  },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  logLevel: 'warning',
  metafile: true,
}

/** Bundles the daemon and each of its threads; what is imported only when needed comes in files that they share. */
function bundleDaemon(folder: string): Promise<BuildResult> {
  return make({
    ...shared,
    entryPoints: [
      { in: 'daemon/start.ts', out: 'daemon' },
      ...threads.map((path) => ({ in: `${path}.ts`, out: path })),
    ],
    outdir: folder,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    external,
    banner: { js: prelude.join('\n') },
  })
}

function bundleCli(folder: string): Promise<BuildResult> {
  return make({
    ...shared,
    entryPoints: [{ in: 'daemon/cli/main.ts', out: 'cli' }],
    outdir: folder,
    banner: { js: prelude.join('\n') },
  })
}

/**
 * Bundles the app with its icons, and what runs before its pages in a file of the older kind: one that is kept apart
 * loads no other.
 */
async function bundleApp(folder: string): Promise<BuildResult[]> {
  mkdirSync(folder, { recursive: true })
  writeAbout(folder, aboutApp())
  putIcons(folder)
  const electron = ['electron']
  return Promise.all([
    make({
      ...shared,
      entryPoints: ['app/main.ts'],
      outdir: folder,
      external: electron,
      banner: { js: prelude.join('\n') },
    }),
    make({
      ...shared,
      entryPoints: ['app/preload/bridge.ts'],
      outdir: join(folder, 'preload'),
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      plugins: [],
      external: electron,
    }),
  ])
}

/** Bundles the daemon and the command line below a folder, each into one of its own. */
export async function bundlePrograms(folder: string): Promise<BuildResult[]> {
  return Promise.all([bundleDaemon(join(folder, 'daemon')), bundleCli(join(folder, 'cli'))])
}

/** Bundles all programs of Companion below a folder, each into one of its own. The answer is every file they are made of. */
export async function bundle(folder: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true })
  const results = await Promise.all([bundlePrograms(folder), bundleApp(join(folder, 'app'))])
  return results.flat().flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
}
