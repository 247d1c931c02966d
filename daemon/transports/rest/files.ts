import type { FastifyInstance } from 'fastify'
import { lazy } from '../../kernel/lazy.ts'
import type { ServedFile } from './served-file.ts'

/** For public files without data: they need no token, and no certificate. */
export const everyone = { config: { access: 'anyone', withoutCertificate: true } } as const

/** For what checks by itself who calls. */
export const anyone = { config: { access: 'anyone' } } as const

interface Files {
  /** The address of their folder, with a slash at its end. */
  readonly at: string
  /** By what follows that in the address of each. */
  readonly files: ReadonlyMap<string, ServedFile>
  readonly headers: Readonly<Record<string, string>>
}

// Most homes are asked for a file long after their start, if at all.
const loadSending = lazy(() => import('./send-file.ts'))

/** Serves these files and no others, to everyone. */
export function serveFiles(server: FastifyInstance, { at, files, headers }: Files): void {
  // One route for all of them: each route costs time at the start.
  server.get<{ Params: { '*': string } }>(`${at}*`, everyone, async (request, reply) => {
    const file = files.get(request.params['*'])
    if (!file) return reply.callNotFound()
    const { sendFile } = await loadSending()
    return sendFile(request, reply.headers(headers), file)
  })
}
