import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { after, mock, test } from 'node:test'
import { endWithAnswer, hasBody, limitArrival } from '../../../daemon/transports/rest/guard.ts'
import { listen } from '../../support/loopback.ts'

const server = createServer()
const { port, [Symbol.asyncDispose]: stop } = await listen(server)
after(stop)

/** Sends the head of a request and some of its body; `request` is how the server has it. */
async function send(head: string, body = '') {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const asked = once(server, 'request')
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n${body}`)
  const [request, response] = await asked
  return { socket, request: request as IncomingMessage, response }
}

test('an incomplete body is reported as late, once', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const late = mock.fn()
  const { socket, request } = await send('Content-Length: 2\r\n', 'x')
  limitArrival(request, 1_000, late)
  mock.timers.tick(999)
  assert.equal(late.mock.callCount(), 0)
  mock.timers.tick(5_000)
  assert.equal(late.mock.callCount(), 1)
  mock.timers.reset()
  socket.destroy()
})

test('a complete or absent body is never late', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const late = mock.fn()
  const whole = await send('Content-Length: 2\r\n', 'x')
  limitArrival(whole.request, 1_000, late)
  whole.socket.write('y')
  whole.request.resume()
  await once(whole.request, 'end')
  const none = await send('')
  limitArrival(none.request, 1_000, late)
  mock.timers.tick(5_000)
  assert.equal(late.mock.callCount(), 0)
  mock.timers.reset()
  whole.socket.destroy()
  none.socket.destroy()
})

test('a body that continues after its response is cut off', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const { socket, request, response } = await send('Transfer-Encoding: chunked\r\n', '1\r\nx\r\n')
  endWithAnswer(request, response)
  mock.timers.tick(3_600_000)
  assert.equal(request.destroyed, false)
  const [finished, closed] = [once(response, 'finish'), once(socket, 'close')]
  response.end('answer')
  await finished
  await once(socket, 'data')
  mock.timers.tick(60_000)
  await closed
  mock.timers.reset()
})

test("a request's headers say whether it has a body", () => {
  for (const headers of [{ 'transfer-encoding': 'chunked' }, { 'content-length': '1' }])
    assert.equal(hasBody({ headers }), true)
  for (const headers of [{}, { 'content-length': '0' }]) assert.equal(hasBody({ headers }), false)
})
