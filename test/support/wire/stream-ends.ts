import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServiceError, status } from '@grpc/grpc-js'
import type { TestDaemon } from '../daemon.ts'
import { bearer, grpcClient, openStream } from './grpc.ts'
import { TestSocket } from './socket.ts'

interface Updates extends Disposable {
  /** The status that the stream ends with; fails where it goes on for two minutes. */
  readonly endsWith: () => Promise<status>
}

/** A gRPC stream that is open. */
export async function openUpdates(
  daemon: TestDaemon,
  token: string,
  service = 'CompanionService',
  method = 'StreamUpdates',
): Promise<Updates> {
  const client = grpcClient(daemon, service)
  const stream = openStream(client, method, { topics: ['system.status'] }, bearer(token))
  stream.on('data', () => {})
  await once(stream, 'metadata')
  const failed = new Promise<ServiceError>((resolve) => stream.once('error', resolve))
  return {
    endsWith: async () => {
      const timer = AbortSignal.timeout(120_000)
      const late = once(timer, 'abort').then(() => assert.fail('the stream did not end within two minutes'))
      return (await Promise.race([failed, late])).code
    },
    [Symbol.dispose]: () => {
      stream.on('error', () => {}).cancel()
      client.close()
    },
  }
}

/** Opens a socket and a stream with a token; `ends` are the code and the status that they end with. */
export async function watchEnds(daemon: TestDaemon, token: string): Promise<{ ends: Promise<number[]> }> {
  const socket = await TestSocket.open(daemon, token)
  const updates = await openUpdates(daemon, token)
  const ends = Promise.all([socket.closeCode(), updates.endsWith()]).finally(() => {
    updates[Symbol.dispose]()
    socket.socket.terminate()
  })
  // Whoever does not wait for them is not to hear that they never came.
  ends.catch(() => {})
  return { ends }
}
