import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** For public files without data: they need no token. */
export const everyone = { config: { access: 'anyone' } } as const

interface Files {
  /** The folder, or the folders, in which they lie. */
  readonly root: string | string[]
  /** The address of each, and its path below the root. */
  readonly files: readonly (readonly [address: string, file: string])[]
  readonly headers: Readonly<Record<string, string>>
  /** Whether a compressed copy next to the file is sent instead. */
  readonly preCompressed?: boolean
}

/** Serves these files and no others, to everyone. */
export function serveFiles(server: FastifyInstance, { root, files, headers, preCompressed = false }: Files) {
  const options: FastifyStaticOptions = {
    root,
    serve: false,
    preCompressed,
    cacheControl: false,
    setHeaders: (response) => {
      void response.headers(headers)
    },
  }
  server.register((scope, _options, done) => {
    scope.register(fastifyStatic, options)
    for (const [address, file] of files)
      scope.get(address, everyone, (_request, reply) => reply.sendFile(file))
    done()
  })
}
