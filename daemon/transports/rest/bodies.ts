import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidRequest, publicFailure } from '../../kernel/errors.ts'
import type { Operation } from '../../kernel/operation.ts'
import { parseJson } from '../../kernel/json.ts'

/** A body of JSON has the file in base64, a third longer, and a little around it. */
const jsonBytes = (maxBytes: number) => Math.ceil(maxBytes / 3) * 4 + 4_096

/** How large the body of an operation may be, in bytes, where that is not as everywhere. */
export const bodyLimitOf = ({ media }: Operation) => (media ? { bodyLimit: jsonBytes(media.maxBytes) } : {})

/** Lets the routes of an instance have bodies of sound as they are. */
export function takeMedia(server: FastifyInstance, media: NonNullable<Operation['media']>): void {
  const types = Object.keys(media.types)
  const wanted = (type: string) => types.includes(bareType(type))
  server.addContentTypeParser(
    /^audio\//i,
    { parseAs: 'buffer', bodyLimit: media.maxBytes },
    (request, body, done) => {
      if (wanted(request.headers['content-type'] ?? '')) done(null, body)
      else done(invalidRequest('Content-Type', `must be application/json or one of ${types.join(', ')}`))
    },
  )
}

/** The input of an operation whose body is a file; null where it is none. */
export function readMedia(
  { body, headers }: FastifyRequest,
  { media }: Operation,
): Record<string, unknown> | null {
  if (!media || !Buffer.isBuffer(body)) return null
  return { audio: body.toString('base64'), format: media.types[bareType(headers['content-type'] ?? '')] }
}

const bareType = (type: string) => (type.split(';')[0] ?? '').trim().toLowerCase()

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
