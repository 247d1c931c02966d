import { createServer, type IncomingMessage } from 'node:http'
import { listen } from './loopback.ts'

/** What was asked for and with which headers, without the letters of chance in a challenge, which may spell anything. */
const asked = ({ method, url, rawHeaders }: IncomingMessage) => [
  `${method} ${url?.replace(/(?<=[?&]nonce=)[\w-]{43}$/, '…')}`,
  ...rawHeaders.filter((_, at) => !/^sec-websocket-key$/i.test(rawHeaders[at - 1] ?? '')),
]

/** A program that sits where a daemon was: it answers everything with 200, and keeps all that it is sent. */
export async function startSquatter(port = 0) {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(...asked(request))
    request.setEncoding('utf8').on('data', (piece: string) => heard.push(piece))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json').end('{"status":"ok","signature":"x","data":{}}')
    })
  })
  server.on('upgrade', (request, socket) => {
    heard.push(...asked(request))
    socket.destroy()
  })
  const listening = await listen(server, port)
  return { ...listening, heard, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() }
}
