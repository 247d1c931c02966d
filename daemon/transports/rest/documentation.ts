import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { lazy } from '../../kernel/lazy.ts'
import { type Operations, restRoot } from '../../kernel/operation.ts'
import { programFile } from '../../kernel/program.ts'
import { inLines } from '../description.ts'
import { openApi } from './openapi.ts'
import { everyone } from './route-access.ts'

// The files of Swagger UI as Fastify's package has them: the packages of Swagger itself report where they are installed.
const swaggerUi = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')),
  'static',
)
const pages = programFile('daemon/ui/docs')
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"
/** The folder of each file that is served, by its name. */
const folders = new Map([
  ['index.html', pages],
  ['start.js', pages],
  ...['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'].map(
    (file) => [file, swaggerUi] as const,
  ),
])

/**
 * Serves a description of the API below the REST root, made when it is first asked for. It is the same for everyone, so it
 * needs no token.
 */
export function addDescription(
  server: FastifyInstance,
  file: 'openapi.json' | 'asyncapi.json',
  describe: () => string,
): void {
  const description = lazy(describe)
  server.get(`${restRoot}/${file}`, everyone, (_request, reply) =>
    reply.type('application/json').send(description()),
  )
}

/** Serves the description of the operations, and a page to browse and try them at `/docs/`, which needs no token either. */
export function addDocumentation(server: FastifyInstance, operations: Operations): void {
  addDescription(server, 'openapi.json', () => `${inLines(openApi(operations), 3)}\n`)
  server.get('/docs', everyone, (_request, reply) => reply.redirect('/docs/', 308))
  server.get<{ Params: { '*': string } }>('/docs/*', everyone, (request, reply) => {
    const name = request.params['*'] || 'index.html'
    const folder = folders.get(name)
    if (!folder) return reply.callNotFound()
    return reply.header('content-security-policy', policy).sendFile(name, folder, { cacheControl: false })
  })
}
