import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** For public files without data: they need no token. */
export const everyone = { config: { access: 'anyone' } } as const

interface Files {
  /** The folder, or the folders, in which they lie. */
  readonly root: string | string[]
  /** The address of their folder, with a slash at its end. */
  readonly at: string
  /** What follows that in the address of each, and its path below the root. */
  readonly files: ReadonlyMap<string, string>
  readonly headers: Readonly<Record<string, string>>
  /** Whether a compressed copy next to the file is sent instead. */
  readonly preCompressed?: boolean
}

/** Serves these files and no others, to everyone. */
export function serveFiles(
  server: FastifyInstance,
  { root, at, files, headers, preCompressed = false }: Files,
) {
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
    // One route for all of them: each route costs time at the start.
    scope.get<{ Params: { '*': string } }>(`${at}*`, everyone, (request, reply) => {
      const file = files.get(request.params['*'])
      return file === undefined ? reply.callNotFound() : reply.sendFile(file)
    })
    done()
  })
}
