import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../../../kernel/clock.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { EngineFailed } from '../models/engine-failed.ts'
import { engineFailure } from '../models/engine-failure.ts'

/** How long Ollama may take to say that it is, in milliseconds. */
const versionTimeoutMs = 5_000
/** No line of its progress is longer, in characters. */
const maxLineLength = 65_536
/** How much of what it says went wrong is shown, in characters. */
const maxReasonLength = 300

export interface OllamaServer {
  readonly base_url: string
  readonly api_key?: string
}

const Version = Type.Object({ version: Type.String() })
const Step = Type.Object({
  status: Type.Optional(Type.String()),
  digest: Type.Optional(Type.String()),
  total: Type.Optional(Type.Number({ minimum: 0 })),
  completed: Type.Optional(Type.Number({ minimum: 0 })),
  error: Type.Optional(Type.String()),
})

/** Where Ollama's own API is, beside the OpenAI-compatible one. */
const at = ({ base_url }: OllamaServer, path: string) =>
  `${base_url.replace(/\/+$/, '').replace(/\/v1$/, '')}${path}`
const headersOf = ({ api_key }: OllamaServer): Record<string, string> =>
  api_key === undefined ? {} : { authorization: `Bearer ${api_key}` }

/** Whether a server is Ollama. Rejects with `EngineFailed` where it cannot be reached, after 5 s at the latest. */
export async function isOllama(server: OllamaServer, clock: Clock): Promise<boolean> {
  const silence = new AbortController()
  const cancel = clock.after(versionTimeoutMs, () => silence.abort(new EngineFailed('timed_out')))
  try {
    const response = await boundedFetch(at(server, '/api/version'), {
      headers: headersOf(server),
      signal: silence.signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      return false
    }
    return Value.Check(Version, await response.json())
  } catch (error) {
    silence.signal.throwIfAborted()
    if (error instanceof SyntaxError) return false
    throw engineFailure(error)
  } finally {
    cancel()
  }
}

/** How far a pull is, in bytes. */
export interface PullProgress {
  readonly bytes_done: number
  readonly bytes_total: number
  /** How much has come since the last time it was told. */
  readonly received: number
}

/** Something that went wrong in a pull, in words that may be shown. */
export class PullFailed extends Error {}

/**
 * Has Ollama fetch a model, and tells how far it is. Rejects with `PullFailed` where Ollama says that it could not,
 * and with `EngineFailed` where it cannot be reached or breaks off.
 */
export async function pullModel(
  server: OllamaServer,
  model: string,
  signal: AbortSignal,
  told: (progress: PullProgress) => void,
): Promise<void> {
  const parts = new Map<string, { readonly total: number; readonly completed: number }>()
  let begun = false
  let isDone = false
  try {
    for await (const line of linesOf(await asked(server, model, signal))) {
      begun = true
      const step = stepIn(line)
      if (step.error !== undefined) throw new PullFailed(step.error.slice(0, maxReasonLength))
      if (step.status === 'success') isDone = true
      const { digest, total, completed = 0 } = step
      if (digest === undefined || total === undefined) continue
      // What a part has from before is not what comes now.
      const before = parts.get(digest)?.completed ?? completed
      parts.set(digest, { total, completed })
      const all = [...parts.values()]
      told({
        bytes_done: all.reduce((sum, one) => sum + one.completed, 0),
        bytes_total: all.reduce((sum, one) => sum + one.total, 0),
        received: Math.max(0, completed - before),
      })
    }
  } catch (error) {
    if (error instanceof PullFailed) throw error
    throw engineFailure(error, begun)
  }
  if (!isDone) throw new EngineFailed('broken_off')
}

async function asked(server: OllamaServer, model: string, signal: AbortSignal) {
  const response = await fetch(at(server, '/api/pull'), {
    method: 'POST',
    headers: { ...headersOf(server), 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream: true }),
    redirect: 'error',
    signal,
  })
  if (response.ok && response.body) return response.body
  // Ollama says what is wrong also where it streams nothing.
  const [line = ''] = response.body ? await firstLine(response.body) : []
  const step = line === '' ? {} : stepIn(line)
  if (step.error !== undefined) throw new PullFailed(step.error.slice(0, maxReasonLength))
  throw engineFailure({ statusCode: response.status })
}

async function firstLine(body: ReadableStream<Uint8Array>): Promise<string[]> {
  for await (const line of linesOf(body)) return [line]
  return []
}

/** The lines of a body that are not empty. Throws `EngineFailed` where one does not end. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield line
    if (rest.length > maxLineLength) throw new EngineFailed('not_understood')
  }
  if (rest.trim() !== '') yield rest
}

function stepIn(line: string) {
  try {
    const step: unknown = JSON.parse(line)
    if (Value.Check(Step, step)) return step
  } catch {
    // It is no JSON, and so nothing of Ollama.
  }
  throw new EngineFailed('not_understood')
}
