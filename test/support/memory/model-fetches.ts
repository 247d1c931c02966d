import { mock } from 'node:test'
import { fetchableModels } from '../../../build/packaging/models.ts'

/**
 * Answers for the servers of the models as long as the process runs: with half of a file and then nothing more, or as if
 * it were gone. Everything else is fetched as ever.
 */
export function mockModelFetches(): { manner: 'half' | 'gone' } {
  const all = fetchableModels().flatMap(({ source, files }) =>
    files.map(({ url, bytes }) => ({ bytes, at: `${source.base_url}${url}` })),
  )
  const server: { manner: 'half' | 'gone' } = { manner: 'half' }
  const real = globalThis.fetch
  mock.method(globalThis, 'fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input)
    const file = all.find(({ at }) => at === url)
    if (!file) return real(input, init)
    if (server.manner === 'gone') return Promise.resolve(new Response('', { status: 404 }))
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new Uint8Array(Math.ceil(file.bytes / 2)))
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-length': String(file.bytes) } }))
  })
  return server
}
