import { globSync } from 'node:fs'
import { join } from 'node:path'
import { nameOf, type Target } from './layout.ts'

/** Files of Companion that its daemon reads while it runs, from the project's folder. */
export const ownFiles = [
  'daemon/features/identity/breached.{bin,json}',
  'daemon/features/memory/search/vectors.wasm',
  'daemon/store/migrations/*.sql',
  'daemon/ui/docs/{index.html,start.js,swagger-ui-LICENSE.txt}',
  'dist/ui/index.html',
  'dist/ui/assets/*',
  'models/README.md',
  'models/manifest.json',
  'models/static-en-v1/{config.json,model_int8.onnx,related.bin,tokenizer.json}',
  'proto/companion/v1/companion.proto',
  'proto/descriptors.binpb',
]

const licences = '{LICENSE,LICENSE.*,license}'

/** Which files of which package come along, and nothing else of it. */
export function packageFiles(target: Target): Record<string, readonly string[]> {
  const platform = { linux: 'linux', mac: 'darwin', win: 'win32' }[target.os]
  const { arch } = target
  const vectors = `sqlite-vec-${target.os === 'win' ? 'windows' : platform}-${arch}`
  const runtime = { linux: 'libonnxruntime.so.1', mac: 'libonnxruntime.1.dylib', win: '*.dll' }[target.os]
  const onnx = `bin/napi-v6/${platform}/${arch}`
  const sqlite = [
    'package.json',
    licences,
    'lib/{binding,database,index,sqlite-error,util}.js',
    'lib/methods/*.js',
    `prebuilds/${platform}-${arch}.node`,
  ]
  return {
    'better-sqlite3': sqlite,
    'better-sqlite3-multiple-ciphers': sqlite,
    argon2: [
      'package.json',
      licences,
      'argon2/LICENSE',
      'argon2.cjs',
      `prebuilds/${platform}-${arch}/*glibc.node`,
    ],
    '@phc/format': ['package.json', licences, 'index.js'],
    'node-gyp-build': ['package.json', licences, '{index,node-gyp-build}.js'],
    'onnxruntime-node': [
      'package.json',
      'dist/*.js',
      `${onnx}/onnxruntime_binding.node`,
      `${onnx}/${runtime}`,
    ],
    'onnxruntime-common': ['package.json', 'dist/cjs/*.{js,json}'],
    'sqlite-vec': ['package.json', 'index.{cjs,mjs}'],
    [vectors]: ['package.json', `vec0.${{ linux: 'so', mac: 'dylib', win: 'dll' }[target.os]}`],
    '@fastify/swagger-ui': [
      'package.json',
      licences,
      'static/swagger-ui.css',
      'static/swagger-ui-bundle.js',
      'static/favicon-32x32.png',
    ],
    '@grpc/reflection': [licences, 'build/proto/grpc/reflection/{v1,v1alpha}/reflection.proto'],
    'grpc-health-check': [licences, 'proto/health/v1/health.proto'],
  }
}

/** The files of a folder that patterns name; throws where one of them names none. */
export function filesOf(folder: string, patterns: readonly string[], whose: string): string[] {
  return patterns.flatMap((pattern) => {
    const files = globSync(pattern, { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
    if (files.length === 0) throw new PartMissing(`${whose}: there is no ${join(folder, pattern)}`)
    return files.map(({ parentPath, name }) => join(parentPath, name))
  })
}

/** A part that must come along is not there. */
export class PartMissing extends Error {}

/** What is said of a package that is not whole. */
export const ofPackage = (name: string, target: Target) =>
  `the package ${name} is not whole for ${nameOf(target)}`
