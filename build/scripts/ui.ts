// Builds the web UI into dist/ui.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { pagesStamp, root } from './built.mjs'

const output = join(root, 'dist', 'ui')

/** Of the description of the API only what a request and its refusal need: the schemas stay with the daemon, which checks them. */
const slimDescription: Plugin = {
  name: 'slim-description',
  enforce: 'pre',
  transform(text, id) {
    if (!id.endsWith('client/openapi.json')) return null
    const { info, paths, components } = JSON.parse(text)
    const slim = Object.entries<Record<string, Record<string, unknown>>>(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, described]) => [method, request(described)])),
    ])
    const document = {
      info: { version: info.version },
      tags: [],
      paths: Object.fromEntries(slim),
      components: { schemas: {}, parameters: components.parameters },
    }
    return { code: JSON.stringify(document), map: null }
  },
}

/** Notes every file that the pages are made of, for the licences of a package. */
const noteModules: Plugin = {
  name: 'note-modules',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
    const modules = new Set(chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => relative(root, id)))
    const source = [...modules].toSorted().join('\n')
    this.emitFile({ type: 'asset', fileName: '.modules', source })
  },
}

function request({ operationId, parameters, responses, ...described }: Record<string, unknown>) {
  type Parameter = { readonly name: string; readonly in: string } | { readonly $ref: string }
  const named = (parameters as Parameter[] | undefined)?.map((one) =>
    '$ref' in one ? one : { name: one.name, in: one.in, schema: {} },
  )
  return {
    operationId,
    'x-access': described['x-access'],
    'x-body': described['x-body'],
    ...(named ? { parameters: named } : {}),
    responses: Object.fromEntries(
      Object.entries(responses as Record<string, Record<string, unknown>>)
        .filter(([, one]) => 'x-reasons' in one)
        .map(([status, one]) => [status, { 'x-reasons': one['x-reasons'] }]),
    ),
  }
}

/** Writes each file that is worth it a second and a third time, compressed, so that the daemon never does. */
async function compress(): Promise<void> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  for (const file of globSync('assets/**/*.{js,css,svg}', { cwd: output })) {
    const path = join(output, file)
    const content = readFileSync(path)
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, quality))
    writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}

async function buildUi(): Promise<void> {
  await build({
    configFile: false,
    root: join(root, 'daemon', 'ui'),
    base: './',
    logLevel: 'warn',
    plugins: [slimDescription, react(), noteModules],
    build: {
      outDir: output,
      emptyOutDir: true,
      target: 'es2024',
      // An inlined file would need `data:` in the policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_500,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // What every page stands on comes in a few files, and not in half a hundred.
            groups: [
              {
                name: 'base',
                test: /node_modules\/(react|react-dom|scheduler|@tanstack|i18next|react-i18next)\//,
              },
              { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 2 },
              { name: 'shell', tags: ['$initial'] },
              { name: 'parts', test: /node_modules|daemon\/ui\/(api|layout|parts)/, minShareCount: 12 },
            ],
          },
        },
      },
    },
  })
  await compress()
}

process.stderr.write('Building the web UI (once; some seconds) ...\n')
// As the sources were when the building began: what changes meanwhile is built the next time.
const { file, text } = pagesStamp()
await buildUi()
writeFileSync(file, text)
