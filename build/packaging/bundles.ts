import { mkdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build as make, type BuildOptions, type BuildResult, type Plugin } from 'esbuild'
import { aboutApp, writeAbout } from './about.ts'
import { putIcons } from './icons.ts'
import { root } from './layout.ts'

/** Modules that run in threads of their own; the daemon finds each at the same path as in a checkout. */
export const threads = [
  'daemon/features/backups/copy-thread',
  'daemon/features/embedding/worker',
  'daemon/features/memory/search-thread',
]

/** Packages that stay packages: they hold native code, or files that the daemon serves. */
const external = ['argon2', 'better-sqlite3', 'onnxruntime-node', 'sqlite-vec', 'swagger-ui-dist']

/** What every file of a bundle begins with: where the program lies, and what packages of the older kind take for granted. */
const prelude = [
  "import { createRequire as createRequireOf, findPackageJSON as packageOf } from 'node:module';",
  "import { dirname as folderOf, join as joinOf } from 'node:path';",
  'const require = createRequireOf(import.meta.url);',
  'const programFolder = folderOf(packageOf(import.meta.url));',
]

/** The log's thread is started by path, and pino asks here for that (https://getpino.io/#/docs/bundling). */
const logThreads = `globalThis.__bundlerPathsOverrides ??= {
  'thread-stream-worker': joinOf(programFolder, 'log', 'worker.mjs'),
  'pino-roll': joinOf(programFolder, 'log', 'pino-roll.mjs'),
};`

/** Packages that read files next to their code find them where the package would lie. */
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
  // Its main file asks for its others in a way that cannot be followed.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  logLevel: 'warning',
  metafile: true,
}

/** Bundles the daemon, its threads and those of its log; rarely used code is included and runs when it is needed. */
function bundleDaemon(folder: string): Promise<BuildResult> {
  return make({
    ...shared,
    entryPoints: [
      { in: 'daemon/main.ts', out: 'daemon' },
      ...threads.map((path) => ({ in: `${path}.ts`, out: path })),
      { in: 'thread-stream/lib/worker.js', out: 'log/worker' },
      { in: 'pino-roll', out: 'log/pino-roll' },
    ],
    outdir: folder,
    external,
    banner: { js: [...prelude, logThreads].join('\n') },
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

/** Bundles every program of Companion below a folder, each into its own. Returns every source file. */
export async function bundle(folder: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true })
  const results = await Promise.all([
    bundleDaemon(join(folder, 'daemon')),
    bundleCli(join(folder, 'cli')),
    bundleApp(join(folder, 'app')),
  ])
  return results.flat().flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
}
