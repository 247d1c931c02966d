import { readAnswer } from './answer.ts'
import { operations } from './description.ts'
import { ApiError, ConnectionError } from './errors.ts'
import { type PreparedRequest, prepareRequest } from './request.ts'
import type { TokenSource } from './tokens.ts'
import type { InputOf, OperationName, OutputOf } from './types.ts'

/** How long an answer may take, in milliseconds: more than the 30 s of a conversation. */
const defaultTimeoutMs = 40_000

export interface CallOptions {
  /** The same key gives the first result again and changes nothing. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Proves that this client has a key (DPoP, RFC 9449): answers the proof for a request, with the daemon's nonce in it. */
  readonly prove?: Prove
}

export type Prove = (request: {
  readonly method: string
  readonly url: string
  readonly nonce?: string
}) => Promise<string>

type Arguments<N extends OperationName> =
  Partial<InputOf<N>> extends InputOf<N>
    ? [input?: InputOf<N>, options?: CallOptions]
    : [input: InputOf<N>, options?: CallOptions]

/** Calls the operations of a daemon over REST. Both calls throw `ApiError`, `ConnectionError` and `SessionEndedError`. */
export interface Client {
  readonly call: <N extends OperationName>(name: N, ...rest: Arguments<N>) => Promise<OutputOf<N>>
  /** For callers that learn at run time which operations there are. */
  readonly callByName: (
    name: string,
    input?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ) => Promise<unknown>
}

export interface ClientOptions {
  /** The REST root, asked for at each call, because a daemon that restarts may have moved. */
  readonly base_url: () => string
  /** None for the operations that need no token. */
  readonly tokens?: TokenSource
  /** What sends requests; that of the platform where there is none. */
  readonly fetch?: Fetch
}

interface SentRequest {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | null
  readonly redirect: 'error'
  readonly signal: AbortSignal
}

/** Sends a request. Throws a `ConnectionError` that says why nothing came of it, or any other error. */
export type Fetch = (url: string, request: SentRequest) => Promise<Response>

/** Makes a client of the daemon at `base_url`. */
export function createClient({ base_url, tokens, fetch = globalThis.fetch }: ClientOptions): Client {
  const callByName: Client['callByName'] = async (name, input = {}, options = {}) => {
    const operation = operations.get(name)
    if (!operation) throw new TypeError(`there is no operation ${name}`)
    const request = prepareRequest(operation, input, options.idempotencyKey)
    const timeoutMs = defaultTimeoutMs + waitOf(input)
    const attempt = async (token?: string, nonce?: string) => {
      const root = base_url()
      const proof = await options.prove?.({
        method: request.method,
        url: `${root}${request.path}`,
        ...(nonce !== undefined && { nonce }),
      })
      const sending = { token, proof, timeoutMs }
      return readAnswer(operation, await send(fetch, root, request, sending, options.signal))
    }
    const proved = (token?: string) =>
      attempt(token).catch((error: unknown) => {
        const nonce = nonceOf(error)
        if (nonce === undefined) throw error
        return attempt(token, nonce)
      })
    if (!tokens) return proved()
    const { token } = await tokens()
    try {
      return await proved(token)
    } catch (error) {
      if (!mayBeExpired(error)) throw error
      return proved((await tokens(token)).token)
    }
  }
  return { callByName, call: (name, ...[input, options]) => callByName(name, input, options) as never }
}

/** How long the daemon is asked to wait before it answers, in milliseconds. */
const waitOf = ({ wait }: Readonly<Record<string, unknown>>) => (typeof wait === 'number' ? wait * 1_000 : 0)

/** The interaction endpoints do not say which 401 it is, so theirs may be it. */
function mayBeExpired(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 401 &&
    (error.code === 'TOKEN_EXPIRED' || error.code === null)
  )
}

/** The nonce that a proof must have, where the daemon asks for one. */
function nonceOf(error: unknown): string | undefined {
  const nonce = error instanceof ApiError ? error.details['nonce'] : undefined
  return typeof nonce === 'string' ? nonce : undefined
}

interface Sending {
  readonly token: string | undefined
  readonly proof: string | undefined
  readonly timeoutMs: number
}

async function send(
  fetch: Fetch,
  base_url: string,
  { method, path, headers, body }: PreparedRequest,
  { token, proof, timeoutMs }: Sending,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(`${base_url}${path}`, {
      method,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(proof === undefined ? {} : { dpop: proof }),
      },
      body,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch (error) {
    if (signal?.aborted || error instanceof ConnectionError) throw error
    throw new ConnectionError(`the daemon at ${new URL(base_url).origin} does not respond`, { cause: error })
  }
}
