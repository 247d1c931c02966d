import type { FastifyInstance } from 'fastify'
import { everyone } from './route-access.ts'

/** Where a page is loaded anew, once a service worker has let it go. */
const clearing = '/clear'

/**
 * Unregisters itself, and loads the pages anew that the one before it held, now from the daemon. None of it may be waited
 * for in `waitUntil`: a page is not loaded before the worker that held it is activated.
 */
const ending = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', async () => {
  await self.registration.unregister()
  for (const page of await self.clients.matchAll({ type: 'window' }))
    void page.navigate('${clearing}' + new URL(page.url).hash)
})
`

/**
 * Ends the service workers that another program has left under this address: one would go on answering in the daemon's
 * name, and read what is typed. The pages have none, so whoever asks for the script of one, at whatever path, gets one
 * that ends itself; then the browser clears what that program has kept beside it.
 */
export function endServiceWorkers(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.headers['service-worker'] !== 'script') return undefined
    return reply.header('service-worker-allowed', '/').type('text/javascript').send(ending)
  })
  server.get(clearing, everyone, (request, reply) => {
    // A link on a page elsewhere clears nothing.
    if (request.headers['sec-fetch-site'] === 'same-origin')
      void reply.header('clear-site-data', '"cache", "storage"')
    return reply.redirect('/')
  })
}
