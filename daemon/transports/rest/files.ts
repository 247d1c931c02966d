import type { FastifyInstance } from 'fastify'
import { lazy } from '../../kernel/lazy.ts'

/** For public files without data: they need no token. */
export const everyone = { config: { access: 'anyone' } } as const

/** How a file can be compressed, the smallest first, and what is behind the name of such a copy. */
export const compressions = { br: '.br', gzip: '.gz' } as const
export type Compression = keyof typeof compressions

/** A file that may be served. */
export interface ServedFile {
  /** Where it lies. */
  readonly path: string
  /** How the copies are compressed that lie beside it. */
  readonly copies: readonly Compression[]
}

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
