import type { FastifyInstance } from 'fastify'
import { publicFailure } from '../../kernel/errors.ts'
import { parseJson } from '../../kernel/json.ts'

/** Takes bodies of JSON, as strictly as everywhere, and of nothing else; `maxKeys` for all objects of one together. */
export function takeJson(server: FastifyInstance, maxKeys?: number): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseJson(Buffer.from(body), maxKeys))
    } catch (error) {
      done(publicFailure(error))
    }
  })
}
