import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build as make, type BuildOptions, type BuildResult, type Plugin } from 'esbuild'
import { aboutApp, writeAbout } from './about.ts'
import { putIcons } from './icons.ts'
import { root } from './layout.ts'
import { llamaFolder, llamaOwnFiles } from './llama.ts'

/** Modules that run in threads or processes of their own; the daemon finds each at the same path as in a checkout. */
export const threads = [
  'daemon/threads/copy-thread',
  'daemon/threads/folder-thread',
  'daemon/features/engines/builtin/engine-thread',
  'daemon/features/encryption/encryption-thread',
  'daemon/features/engines/local/local-process',
  'daemon/features/embedding/worker',
  'daemon/features/identity/password-thread',
  'daemon/features/imports/import-thread',
  'daemon/features/memory/search/search-thread',
  'daemon/features/operations/checks/checkup-thread',
  'daemon/features/recognition/voice/voice-thread',
]

/** Packages that stay packages: they hold native code, or files that are read or served. */
const external = [
  'argon2',
  'better-sqlite3',
  'better-sqlite3-multiple-ciphers',
  'node-llama-cpp',
  'onnxruntime-node',
  'sherpa-onnx-node',
  'sqlite-vec',
  '@fastify/swagger-ui',
]

/** What every file of a bundle begins with: where the program lies, and what CommonJS packages take for granted. */
const prelude = [
  "import { createRequire as createRequireOf, findPackageJSON as packageOf } from 'node:module';",
  "import { dirname as folderOf, join as joinOf } from 'node:path';",
  "import { pathToFileURL as addressOf } from 'node:url';",
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

/** The modules of node-llama-cpp look for its files from where they lie, and one of them starts itself as a program. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup: (build) => {
    build.onLoad(
      { filter: /[\\/]node_modules[\\/]node-llama-cpp[\\/]dist[\\/].*\.js$/ },
      async ({ path }) => {
        const place = JSON.stringify(relative(llamaFolder(), path).replaceAll('\\', '/'))
        const address = `addressOf(joinOf(programFolder, ${place})).href`
        return {
          contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', address),
          loader: 'js',
        }
      },
    )
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
  // Packages compare the names of their classes, as oidc-provider does of what asks for consent.
  keepNames: true,
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
      // What the process loads once it may; tests start the daemon by it in their own process.
      { in: 'daemon/main.ts', out: 'main' },
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
    entryPoints: [
      { in: 'daemon/cli/main.ts', out: 'cli' },
      // Most tests run a command by it in their own process.
      { in: 'daemon/cli/run.ts', out: 'run' },
    ],
    outdir: folder,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
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

/**
 * Bundles node-llama-cpp and the 60 packages that it loads into a package of its own in a folder: its main module, and the one
 * that tries in a process of its own whether a binary runs here. The answer is every file it is made of.
 */
export async function bundleLlama(folder: string): Promise<string[]> {
  const { metafile } = await make({
    ...shared,
    entryPoints: ['index', 'bindings/utils/testBindingBinary'].map((name) => ({
      in: join(llamaFolder(), 'dist', `${name}.js`),
      out: `dist/${name}`,
    })),
    outdir: folder,
    outExtension: {},
    splitting: true,
    chunkNames: 'dist/parts/[name]-[hash]',
    // Its binaries stay beside it, and what copies files faster and what runs in Electron is not needed.
    external: ['@node-llama-cpp/*', '@reflink/reflink', 'electron'],
    plugins: [ownAddresses, ownFolders],
    banner: { js: prelude.join('\n') },
  })
  for (const file of llamaOwnFiles()) cpSync(file, join(folder, relative(llamaFolder(), file)))
  return Object.keys(metafile?.inputs ?? {})
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
