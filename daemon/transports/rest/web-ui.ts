import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { programFile } from '../../kernel/program.ts'
import { everyone, serveFiles } from './files.ts'
import { compressions, type ServedFile } from './served-file.ts'

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
        'permissions-policy': 'camera=(), microphone=(self), geolocation=()',
      })
      .send(page.replaceAll('%NONCE%', nonce))
  })
  serveFiles(server, {
    at: '/assets/',
    files: builtFiles(join(built, 'assets')),
    headers: { 'cache-control': 'no-cache', 'content-security-policy': policy('') },
  })
}

/** The files of a folder that pages load, by name, with their compressed copies. */
function builtFiles(folder: string): ReadonlyMap<string, ServedFile> {
  const names = new Set(readdirSync(folder))
  const copiesOf = (name: string) =>
    (['br', 'gzip'] as const).filter((one) => names.has(`${name}${compressions[one]}`))
  const files = [...names].filter((name) => served.test(name))
  return new Map(files.map((name) => [name, { path: join(folder, name), copies: copiesOf(name) }]))
}
