import { EngineFailed } from '../models/engine-failed.ts'

/** No answer of a server is read beyond this, in bytes. */
const maxBodyBytes = 4 * 1_024 * 1_024

/**
 * `fetch` for a model server: follows no redirect, so that what a member says goes nowhere else, and breaks off a body
 * that does not end.
 */
export const boundedFetch: typeof fetch = async (url, init) => {
  const response = await fetch(url, { ...init, redirect: 'error' })
  let read = 0
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        read += chunk.length
        if (read > maxBodyBytes) throw new EngineFailed('not_understood')
        controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(bounded ?? null, { status, statusText, headers })
}
