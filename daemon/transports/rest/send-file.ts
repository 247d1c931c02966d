import { basename, dirname } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import { isUtf8MimeType, mime, send } from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressions, type ServedFile } from './served-file.ts'

/** Sends a file, or the copy of it that suits the client best; 304 where the client has it already. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, copies }: ServedFile,
): Promise<FastifyReply> {
  const chosen = negotiate(request.headers['accept-encoding'] ?? '', [...copies])
  const name = encodeURIComponent(`${basename(path)}${chosen ? compressions[chosen] : ''}`)
  const options = { root: dirname(path), cacheControl: false, contentType: false }
  const { statusCode, headers, stream } = await send(request.raw, `/${name}`, options)
  const type = mime.getType(path) ?? 'application/octet-stream'
  const charset = isUtf8MimeType(type) ? '; charset=utf-8' : ''
  if (copies.length > 0) void reply.header('vary', 'accept-encoding')
  if (chosen) void reply.header('content-encoding', chosen)
  return reply.code(statusCode).headers(headers).type(`${type}${charset}`).send(stream)
}
