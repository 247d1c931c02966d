import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { programFile } from '../../kernel/program.ts'
import { everyone, serveFiles } from './files.ts'

/** Where the build leaves the web UI. */
const built = programFile('dist/ui')
const served = /\.(js|css|svg|png)$/

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
 * Nothing of it is taken from a cache unasked: what another program left there under this address must not be run.
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
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      })
      .send(page.replaceAll('%NONCE%', nonce))
  })
  const assets = join(built, 'assets')
  const files = readdirSync(assets).filter((file) => served.test(file))
  serveFiles(server, {
    root: assets,
    at: '/assets/',
    files: new Map(files.map((file) => [file, file])),
    headers: { 'cache-control': 'no-cache', 'content-security-policy': policy('') },
    preCompressed: true,
  })
}
