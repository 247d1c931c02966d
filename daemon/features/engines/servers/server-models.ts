import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../../../kernel/clock.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { EngineFailed } from '../models/engine-failed.ts'
import { engineFailure } from '../models/engine-failure.ts'

/** How long a server may take to say what it has, in milliseconds. */
const listTimeoutMs = 5_000
const probeTimeoutMs = 500
const maxModels = 200

export type ServerKind = 'ollama' | 'lm_studio' | 'llama_cpp' | 'vllm' | 'other'

export interface FoundServer {
  readonly base_url: string
  /** A guess, by what it says of itself, else by its port. */
  readonly kind: ServerKind
  readonly models: readonly string[]
}

/** Where servers listen by default. */
const usualPorts: readonly (readonly [port: number, kind: ServerKind])[] = [
  [11_434, 'ollama'],
  [1_234, 'lm_studio'],
  [8_080, 'llama_cpp'],
  [8_000, 'vllm'],
]
/** What servers give as the owner of their models. */
const owners: Readonly<Record<string, ServerKind>> = {
  library: 'ollama',
  organization_owner: 'lm_studio',
  llamacpp: 'llama_cpp',
  vllm: 'vllm',
}

const Models = Type.Object({
  data: Type.Array(
    Type.Object({ id: Type.String({ minLength: 1 }), owned_by: Type.Optional(Type.Unknown()) }),
  ),
})

interface Listing {
  readonly settings: { readonly base_url: string; readonly api_key?: string | undefined }
  readonly clock: Clock
  /** Ends the wait. */
  readonly signal?: AbortSignal
}

/** The names of the models that a server has. Rejects with `EngineFailed`, after 5 s at the latest. */
export async function listModels({ settings, ...waiting }: Listing): Promise<string[]> {
  return (await listed(settings.base_url, settings.api_key, { ...waiting, timeoutMs: listTimeoutMs })).models
}

interface Search {
  readonly clock: Clock
  /** The ports of the daemon itself, which are left out. */
  readonly own_ports: readonly number[]
  readonly ports?: typeof usualPorts
}

/** The model servers that run on this machine: asks only the loopback, on the usual ports, for 500 ms each at most. */
export async function findServers({ clock, own_ports, ports = usualPorts }: Search): Promise<FoundServer[]> {
  const outcomes = await Promise.allSettled(
    ports
      .filter(([port]) => !own_ports.includes(port))
      .map(async ([port, usual]): Promise<FoundServer> => {
        const base_url = `http://127.0.0.1:${port}/v1`
        const { models, owner } = await listed(base_url, undefined, { clock, timeoutMs: probeTimeoutMs })
        return { base_url, kind: owners[owner] ?? usual, models }
      }),
  )
  return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

interface ListingLimits extends Pick<Listing, 'clock' | 'signal'> {
  readonly timeoutMs: number
}

async function listed(baseUrl: string, key: string | undefined, { clock, signal, timeoutMs }: ListingLimits) {
  const silence = new AbortController()
  const cancel = clock.after(timeoutMs, () => silence.abort(new EngineFailed('timed_out')))
  try {
    const response = await boundedFetch(`${baseUrl.replace(/\/+$/, '')}/models`, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      signal: signal ? AbortSignal.any([silence.signal, signal]) : silence.signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw engineFailure({ statusCode: response.status })
    }
    const answer: unknown = await response.json()
    if (!Value.Check(Models, answer)) throw new EngineFailed('not_understood')
    const ids = answer.data.map(({ id }) => id).slice(0, maxModels)
    return { models: ids.toSorted(), owner: String(answer.data[0]?.owned_by) }
  } catch (error) {
    silence.signal.throwIfAborted()
    signal?.throwIfAborted()
    if (error instanceof SyntaxError) throw new EngineFailed('not_understood')
    throw engineFailure(error)
  } finally {
    cancel()
  }
}
