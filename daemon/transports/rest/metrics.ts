import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../../gateway/gateway.ts'
import { permitted } from './routes.ts'

const dependencies = { access: 'admin', limit: 'administrative', scopes: ['metrics', 'admin'] } as const

/** Serves the figures of the daemon at `/metrics`, as Prometheus reads them (text format 0.0.4), to admins. */
export function addMetrics(
  server: FastifyInstance,
  gateway: Gateway,
  exposition: () => Promise<string>,
): void {
  server.get('/metrics', {
    config: { access: dependencies.access },
    onRequest: permitted(gateway, dependencies),
    handler: async (_request, reply) =>
      reply.type('text/plain; version=0.0.4; charset=utf-8').send(await exposition()),
  })
}
