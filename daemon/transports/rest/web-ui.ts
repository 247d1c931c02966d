import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { programFile } from '../../kernel/program.ts'
import { everyone } from './route-access.ts'

/** Where the build leaves the web UI. */
const built = programFile('dist/ui')
const assets = join(built, 'assets')
/** What the pages load; the compressed copies that lie beside it are sent in its place. */
const served = /^[\w.-]+\.(js|css|svg|png)$/

/** Nothing from elsewhere, no script but the program's own, no frame around it; `nonce` is for the styles that it adds. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')

/**
 * Serves the web UI at `/`, where it was built. It holds no data and is the same for everyone, so it needs no token.
 * Browsers keep its files, which have their hashes in their names; the page that names them they never do.
 */
export function addWebUi(server: FastifyInstance): void {
  const index = join(built, 'index.html')
  if (!existsSync(index)) return
  const page = readFileSync(index, 'utf8')
  server.get('/', everyone, (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html')
      .headers({
        'content-security-policy': policy(nonce),
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(self), geolocation=()',
      })
      .send(page.replaceAll('%NONCE%', nonce))
  })
  server.get<{ Params: { name: string } }>('/assets/:name', everyone, (request, reply) => {
    const { name } = request.params
    if (!served.test(name)) return reply.callNotFound()
    return reply
      .header('content-security-policy', policy(''))
      .sendFile(name, assets, { maxAge: '1y', immutable: true })
  })
}
