// The least that a daemon of this kind can be: Fastify with one route. What the start of the daemon is measured against.
import Fastify from 'fastify'

const server = Fastify()
server.get('/healthz', async () => ({ status: 'ok' }))
process.stdout.write(`${await server.listen({ host: '127.0.0.1', port: 0 })}\n`)
