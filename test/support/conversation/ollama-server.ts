import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../loopback.ts'

/** A pull as the server was asked for it. */
export interface AskedPull {
  readonly model: string
  readonly authorization: string | undefined
  /** Sends a line of progress. */
  readonly tell: (line: object) => void
  readonly end: () => void
  /** Breaks the connection off. */
  readonly drop: () => void
  /** Resolves once the client has gone, or the answer has ended. */
  readonly closed: Promise<unknown>
}

/** A server that speaks as Ollama does where models are listed and pulled; each pull is told on by the test. */
export async function startOllama(models: readonly string[] = []) {
  const waiting: ((pull: AskedPull) => void)[] = []
  const pulls: AskedPull[] = []
  const answer = (response: ServerResponse, content: object) => response.end(JSON.stringify(content))

  const pull = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { model } = JSON.parse(text) as { model: string }
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.flushHeaders()
    const asked: AskedPull = {
      model,
      authorization: request.headers.authorization,
      tell: (line) => void response.write(`${JSON.stringify(line)}\n`),
      end: () => void response.end(),
      drop: () => void response.destroy(),
      closed: once(response, 'close'),
    }
    const next = waiting.shift()
    if (next) next(asked)
    else pulls.push(asked)
  }

  const server = createServer((request, response) => {
    if (request.url === '/api/version') answer(response, { version: '0.12.3' })
    else if (request.url === '/v1/models')
      answer(response, { data: models.map((id) => ({ id, owned_by: 'library' })) })
    else if (request.method === 'POST' && request.url === '/api/pull') void pull(request, response)
    else response.writeHead(404).end()
  })
  const { port, [Symbol.asyncDispose]: stop } = await listen(server)

  return {
    port,
    base_url: `http://127.0.0.1:${port}/v1`,
    /** The next pull that it is asked for. */
    asked: async (): Promise<AskedPull> =>
      pulls.shift() ?? new Promise<AskedPull>((resolve) => waiting.push(resolve)),
    [Symbol.asyncDispose]: stop,
  }
}
