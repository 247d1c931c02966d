import { createServer } from 'node:http'
import { listen } from './loopback.ts'

/** A program that sits where a daemon was: it answers everything with 200, and keeps all that it is sent. */
export async function startSquatter(port = 0) {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`, ...request.rawHeaders)
    request.setEncoding('utf8').on('data', (piece: string) => heard.push(piece))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json').end('{"status":"ok","signature":"x","data":{}}')
    })
  })
  server.on('upgrade', (request, socket) => {
    heard.push(`${request.method} ${request.url}`, ...request.rawHeaders)
    socket.destroy()
  })
  const listening = await listen(server, port)
  return { ...listening, heard, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() }
}
